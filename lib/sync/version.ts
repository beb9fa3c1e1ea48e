import 'server-only'
import type { Database } from '@/lib/db/types'
import { isAbort } from '@/lib/errors'
import type { AuditId } from '@/lib/ids'
import type { Sync } from './sync'
import { isAppError, readTrouble } from '@/lib/background/trouble'
import { serverText } from '@/lib/server-text'

/** A version of an inspection as the service sent it. */
export interface InspectionDocument {
  /** JSON, unchanged. */
  text: string
  modifiedAt: string
  /** `index`: stored earlier. `service`: read just now. */
  source: 'index' | 'service'
  /** Why this may not be the newest version; null when it is, as far as the index knows. */
  stale: { reason: string; retryAfterSeconds: number | null } | null
}

interface Kept {
  modifiedAt: string
  text: string
  isCurrent: boolean
  missing: Missing | null
}

interface Missing {
  at: string
  reason: 'removed' | 'not-permitted' | null
}

/** What a person should know about an inspection that the service no longer lists. */
function describeMissing({ at, reason }: Missing): string {
  const day = Date.parse(at)
  if (reason === 'removed') return serverText('sync.missing.removed', { day })
  if (reason === 'not-permitted') return serverText('sync.missing.notPermitted', { day })
  return serverText('sync.missing.notListed', { day })
}

/**
 * The current version if it is stored, otherwise the newest stored one. Versions newer than the current one are kept
 * after it was set back.
 */
async function readKept(db: Database, auditId: AuditId): Promise<Kept | null> {
  const { rows } = await db.query<{
    modified_at: string
    document: string
    is_current: boolean
    missing_at: string | null
    missing_reason: Missing['reason']
  }>(
    `select kept.modified_at, kept.document, kept.modified_at = known.modified_at as is_current,
            known.missing_at, known.missing_reason
     from inspection_documents kept join inspections known using (audit_id)
     where audit_id = $1
     order by kept.modified_at = known.modified_at desc, kept.modified_at desc limit 1`,
    [auditId],
  )
  const row = rows[0]
  if (row === undefined) return null
  const missing = row.missing_at === null ? null : { at: row.missing_at, reason: row.missing_reason }
  return { modifiedAt: row.modified_at, text: row.document, isCurrent: row.is_current, missing }
}

function fromKept(kept: Kept, stale: InspectionDocument['stale']): InspectionDocument {
  return { text: kept.text, modifiedAt: kept.modifiedAt, source: 'index', stale }
}

/** The current version, if it is stored. Does not ask the service. */
export async function readStoredVersion(db: Database, auditId: AuditId): Promise<InspectionDocument | null> {
  const kept = await readKept(db, auditId)
  return kept?.isCurrent === true && kept.missing === null ? fromKept(kept, null) : null
}

/** See `readInspectionDocument` of lib/inspections/data.ts. */
export async function readVersion(
  from: { db: Database; sync: Pick<Sync, 'fetchVersion'> },
  auditId: AuditId,
  signal?: AbortSignal,
): Promise<InspectionDocument> {
  const kept = await readKept(from.db, auditId)
  // Another request would spend budget on the same response. The next full reconciliation finds it when it exists
  // again.
  if (kept !== null && kept.missing !== null)
    return fromKept(kept, { reason: describeMissing(kept.missing), retryAfterSeconds: null })
  if (kept?.isCurrent === true) return fromKept(kept, null)
  try {
    const fetched = await from.sync.fetchVersion(auditId, signal)
    const modifiedAt = fetched.modifiedAt ?? kept?.modifiedAt ?? new Date().toISOString()
    return { text: fetched.text, modifiedAt, source: 'service', stale: null }
  } catch (error) {
    if (kept === null || signal?.aborted === true || isAbort(error) || !isAppError(error)) throw error
    const { text, retryAfterMs } = readTrouble(error)
    const retryAfterSeconds = retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1_000)
    return fromKept(kept, { reason: serverText('sync.newerUnread', { reason: text }), retryAfterSeconds })
  }
}

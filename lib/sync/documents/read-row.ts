import 'server-only'
import { backOff, type Trouble } from '@/lib/background/trouble'
import type { Database } from '@/lib/db/types'
import { auditId as auditIdShape } from '@/lib/ids'
import type { Service } from '@/lib/service/types'
import { serverText } from '@/lib/server-text'
import { fetchDocument, type StoredDocument } from './documents'
import { pending, type WaitingRow } from './queue'
import { joinProblems } from './read-document'

/** After this many tries, a document that stays older than the search reports is accepted as the row's version. */
const behindTriesMax = 6
/** After this many tries, JSON without any field of an inspection is stored as what the service has. */
const strangeTriesMax = 3

/**
 * How to recognize the problem that a document counts as another version than its own. Older versions stored it as an
 * English sentence.
 */
export const behindProblems = ['the search says later.', '"sync.document.older"'] as const

/**
 * The version that a document counts as: its own, or the row's if it has none. A document that stays older than the
 * search reports is finally accepted as the row's version. Otherwise it would be fetched forever.
 */
function versionOf(own: string | null, row: WaitingRow): { modifiedAt: string; problem: string | null } {
  if (own === null) return { modifiedAt: row.modified_at, problem: null }
  if (own >= row.modified_at || row.hydrate_tries < behindTriesMax) return { modifiedAt: own, problem: null }
  return { modifiedAt: row.modified_at, problem: serverText('sync.document.older', { time: own }) }
}

/**
 * Reads the document of a waiting row from the service, in the background lane.
 * @throws AppError as `Service.call`
 */
export async function readRow(
  service: Pick<Service, 'raw'>,
  row: WaitingRow,
  signal: AbortSignal,
): Promise<StoredDocument> {
  // The row keeps the id of the search. The document's own id may differ in case.
  const auditId = auditIdShape.parse(row.audit_id)
  const takesAnything = row.hydrate_tries >= strangeTriesMax
  const {
    document: _,
    text,
    ...fetched
  } = await fetchDocument(service, auditId, {
    lane: 'background',
    signal,
    takesAnything,
  })
  const { modifiedAt, problem } = versionOf(fetched.modifiedAt, row)
  // Hundreds of documents wait for a transaction at once, so only their bytes are held, which garbage collections need not copy.
  const held = fetched.bytes === null ? text : null
  return { ...fetched, text: held, auditId, modifiedAt, problem: joinProblems([problem, fetched.problem]) }
}

/** Records that the row's document could not be read, and when to try again. `nowMs`: epoch milliseconds. */
export async function postponeRow(db: Database, row: WaitingRow, trouble: Trouble, nowMs: number): Promise<void> {
  // Outages may end soon; missing access will hardly change within minutes.
  const isPassing = trouble.code === 'upstream_failed' || trouble.code === 'internal'
  const tries = row.hydrate_tries
  const delayMs = isPassing ? backOff(tries, 5_000, 3_600_000) : backOff(tries, 60_000, 6 * 3_600_000)
  await db.query(
    `update inspections set hydrate_error = $3, hydrate_tries = hydrate_tries + 1, hydrate_after = $4
     where audit_id = $1 and modified_at = $2 and ${pending}`,
    [row.audit_id, row.modified_at, trouble.code, new Date(nowMs + Math.max(delayMs, trouble.retryAfterMs ?? 0))],
  )
}

import 'server-only'
import type { Queryable } from '@/lib/db/types'

/**
 * Evidence that the service now has another version of an inspection: the index had `from` before the request, and the
 * response was `to`. `to` may be older, when a record was restored or the service's clock was set back.
 */
export interface Proof {
  auditId: string
  from: string
  to: string
}

/**
 * Sets rows to the version that the service has now, even if it is older; their documents wait to be read. A row that
 * no longer has the version `from` is skipped, because the response may be outdated. Stored documents of other versions
 * stay. Returns the ids of all that changed.
 */
export async function moveVersions(tx: Queryable, all: readonly Proof[]): Promise<string[]> {
  if (all.length === 0) return []
  const ids = all.map(({ auditId }) => auditId)
  // Locks the rows in the order that every writer uses, to avoid deadlocks.
  await tx.query(`select from inspections where audit_id = any($1::text[]) order by audit_id for no key update`, [ids])
  const { rows } = await tx.query<{ audit_id: string }>(
    `update inspections as known set
       modified_at = proven.to_version, hydrated_modified_at = null,
       hydrate_error = null, hydrate_tries = 0, hydrate_after = null
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as proven (audit_id, from_version, to_version)
     where known.audit_id = proven.audit_id and known.modified_at = proven.from_version
       and proven.to_version <> proven.from_version
     returning known.audit_id`,
    [ids, all.map(({ from }) => from), all.map(({ to }) => to)],
  )
  return rows.map((row) => row.audit_id)
}

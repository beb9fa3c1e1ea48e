import 'server-only'
import type { Database } from '@/lib/db/types'
import { shiftInstant } from '@/lib/time/instants'
import { newestOf } from './pages'
import { searchLimit } from './pass'
import { isWhole } from './reconcile/slices'
import type { Search } from './types'

/** SQL: rows whose document was read and does not say whether the inspection is archived. */
const untold = 'archived is null and hydrated_modified_at is not null and missing_at is null'

/**
 * Asks the search which inspections are archived if their documents do not say so. Many older documents lack the field.
 * Sends no request if every document has it. Returns the ids that are archived.
 * @throws AppError as `Service.call`
 */
export async function settleArchived(
  { db, search, limit = searchLimit }: { db: Database; search: Search; limit?: number },
  signal: AbortSignal,
): Promise<string[]> {
  const archivedIds: string[] = []
  for (;;) {
    // Rows that change after this query may not be in the response. They are part of the next request.
    const { rows: spans } = await db.query<{ from: string | null; to: string | null }>(
      `select min(modified_at) as "from", max(modified_at) as "to" from inspections where ${untold}`,
    )
    const { from = null, to = null } = spans[0] ?? {}
    if (from === null || to === null) return archivedIds
    const answer = await search({ limit, archived: 'true', modifiedAfter: shiftInstant(from, -1) }, signal)
    const newest = newestOf(answer.rows)
    // The last instant of a truncated page may continue on the next.
    const before = isWhole(answer, limit) || newest === null ? null : newest
    const { rows } = await db.query<{ id: string; archived: boolean }>(
      `update inspections set archived = audit_id = any($1::text[])
        where ${untold} and modified_at between $2 and $3 and ($4::timestamptz is null or modified_at < $4)
        returning audit_id as id, archived`,
      [answer.rows.map(({ auditId }) => auditId), from, to, before],
    )
    archivedIds.push(...rows.filter(({ archived }) => archived).map(({ id }) => id))
    // More archived inspections share one instant than a response can have. The full reconciliation reads them.
    if (rows.length === 0) return archivedIds
  }
}

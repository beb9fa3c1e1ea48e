import 'server-only'
import type { Queryable } from '@/lib/db/types'

/**
 * Types whose counts are unknown: a write may have moved or cleared statuses of their assets, and these have not been
 * listed since. A listing is read page by page, so until it has ended, the index mixes old and new values.
 */

/** After this time, a write with an unknown outcome counts as ended. */
const unknownHours = 24

/** Records that a write may change the statuses of assets of these types. Call it before the write is sent. */
export async function noteUncounted(db: Queryable, activityId: string, typeIds: readonly string[]): Promise<void> {
  if (typeIds.length === 0) return
  await db.query(
    `insert into uncounted_types (activity_id, type_id) select distinct $1::uuid, id from unnest($2::text[]) as given (id)
     on conflict do nothing`,
    [activityId, typeIds],
  )
}

/** Types that cannot be counted at the moment. Writes that failed have changed nothing. */
export async function readUncounted(tx: Queryable): Promise<Set<string>> {
  const { rows } = await tx.query<{ type_id: string }>(
    `select distinct type_id from uncounted_types join activity using (activity_id) where outcome <> 'failed'`,
  )
  return new Set(rows.map((row) => row.type_id))
}

/**
 * Records that the assets of these types (null: of all types) were listed completely by a listing that began at
 * `since`. Their counts are known again, unless a write ended after that.
 */
export async function settleUncounted(db: Queryable, since: string, typeIds: readonly string[] | null): Promise<void> {
  await db.query(
    `delete from uncounted_types using activity
     where activity.activity_id = uncounted_types.activity_id and ($2::text[] is null or type_id = any($2))
       and (finished_at < $1::timestamptz or at < $1::timestamptz - interval '${unknownHours} hours')`,
    [since, typeIds],
  )
}

/**
 * Types that have waited for a listing for longer than the writing console would need. Either that listing failed, or
 * the console was stopped.
 */
export async function findUncountedDue(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ type_id: string }>(
    `select distinct type_id from uncounted_types join activity using (activity_id)
     where finished_at < clock_timestamp() - interval '15 seconds' or at < clock_timestamp() - interval '${unknownHours} hours'`,
  )
  return rows.map((row) => row.type_id)
}

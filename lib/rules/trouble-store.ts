import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { BucketState } from '@/lib/service/types'

/** A limit with less than this share left is almost used up. Background work leaves more to people. */
const lowShare = 0.1
/** A limit counts as recovered when no console has seen it this low for this long. Consoles check every minute. */
export const recoveredMinutes = 3

type Budget = Pick<BucketState, 'bucket' | 'limit' | 'remaining' | 'queuedPerson'>

/** Whether people wait because of the limit, or almost nothing of it is left. */
const isLow = ({ limit, remaining, queuedPerson }: Budget) => queuedPerson > 0 || remaining <= limit * lowShare

/**
 * Records which limits are almost used up. Several consoles may share a limit, and one console that has enough proves
 * nothing for the others. A spell therefore ends when no console has seen the limit low for some minutes.
 */
export async function noteBudgets(db: Queryable, budgets: readonly Budget[]): Promise<void> {
  const low = budgets.filter(isLow).map(({ bucket }) => bucket)
  if (low.length === 0) return
  await db.query(
    `insert into budget_spells as known (bucket, since, seen_at)
     select bucket, now(), now() from unnest($1::text[]) as bucket order by bucket
     on conflict (bucket) do update set seen_at = now(),
       since = case when known.seen_at < now() - interval '${recoveredMinutes} minutes' then now() else known.since end`,
    [low],
  )
}

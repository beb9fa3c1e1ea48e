import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'

/** The number is arbitrary, but must be the same in every console: "sightline months". */
const lockKey = 7_446_381_206

const completed = `inspections where missing_at is null
  and date_completed >= $1::date::timestamp at time zone 'UTC'
  and date_completed < ($1::date + interval '1 month') at time zone 'UTC'`
const failedOnes = `count(*) filter (where result = 'failed')`
const scores = 'count(score_percentage), coalesce(sum(score_percentage), 0)'

/** SQL: each kind of count of one month, see 0044_insight_counts.sql. */
const kinds: readonly string[] = [
  `insert into insight_counts (month, kind, a, b, completed, failed)
   select $1::date, 'cell', site_hash, template_hash, count(*), ${failedOnes} from ${completed} group by 3, 4`,
  `insert into insight_counts (month, kind, a, completed, failed)
   select $1::date, 'site', site_hash, count(*), ${failedOnes} from ${completed} group by 3`,
  `insert into insight_counts (month, kind, a, completed, failed)
   select $1::date, 'template', template_hash, count(*), ${failedOnes} from ${completed} group by 3`,
  `insert into insight_counts (month, kind, a, completed, failed, scored, score)
   select $1::date, 'author', author_hash, count(*), ${failedOnes}, ${scores} from ${completed} group by 3`,
  `insert into insight_counts (month, kind, a, b, completed)
   select $1::date, 'answered', answered_set, template_hash, count(*) from ${completed} group by 3, 4`,
  `insert into insight_counts (month, kind, a, completed, failed, scored, score, timed, seconds)
   select $1::date, 'hour', floor(extract(epoch from date_completed) / 3600)::bigint, count(*), ${failedOnes}, ${scores},
     count(*) filter (where date_started <= date_completed),
     coalesce(sum(extract(epoch from date_completed - date_started)) filter (where date_started <= date_completed), 0)
   from ${completed} group by 3`,
  `insert into insight_counts (month, kind, a, b, completed)
   select $1::date, 'question', question_hash, template_hash, count(*)
   from (select audit_id, template_hash from ${completed}) as seen
   join inspection_failures as details using (audit_id) group by 3, 4`,
]

/**
 * Counts a month again. A change that is committed during the count leaves a note. The count does not see this note and
 * so does not delete it, and readers then ignore the counts of this month. Two consoles never count at once.
 * @returns false when another console is counting
 */
async function countMonth(db: Database, month: string): Promise<boolean> {
  return await db.transaction(
    async (tx) => {
      const { rows } = await tx.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [lockKey])
      if (rows[0]?.held !== true) return false
      await tx.query('delete from insight_counts where month = $1::date', [month])
      for (const insert of kinds) await tx.query(insert, [month])
      await tx.query('delete from insight_changes where month = $1::date', [month])
      await tx.query(
        `insert into insight_months (month) values ($1::date)
         on conflict (month) do update set counted_at = clock_timestamp()`,
        [month],
      )
      return true
    },
    { setup: 'set transaction isolation level repeatable read' },
  )
}

/** A past month, such as `2026-10-01`, and how many changes it has had since it was counted. */
interface DueMonth {
  month: string
  changes: number
}

/** Past months that were not counted yet or have changed since; the newest first. */
export async function listDueMonths(db: Queryable, nowMs: number): Promise<DueMonth[]> {
  const { rows } = await db.query<DueMonth>(
    `with bounds as (
       select date_trunc('month', min(date_completed) at time zone 'UTC') as first,
              date_trunc('month', $1::timestamptz at time zone 'UTC') - interval '1 month' as last
       from inspections where date_completed is not null
     ), noted as (select month, count(*)::int as changes from insight_changes group by month)
     select ended::date::text as month, coalesce(changes, 0) as changes
     from bounds cross join lateral generate_series(first, last, interval '1 month') as ended
     left join noted on noted.month = ended::date
     where changes > 0 or not exists (select from insight_months as known where known.month = ended::date)
     order by 1 desc`,
    [new Date(nowMs)],
  )
  return rows
}

/** Counts all months that are due. */
export async function countMonths(db: Database, nowMs: number): Promise<void> {
  for (const { month } of await listDueMonths(db, nowMs)) await countMonth(db, month)
}

/** For each month that was due, how many changes the previous turn of the worker found. */
export type SeenChanges = ReadonlyMap<string, number>

/**
 * Counts the due months that have not changed since the previous turn. Counting a month again and again during an
 * import would slow the import down.
 */
export async function countQuietMonths(db: Database, nowMs: number, before: SeenChanges): Promise<SeenChanges> {
  // The current month is not counted, so notes of its changes are not needed.
  await db.query(
    `delete from insight_changes where month >= date_trunc('month', $1::timestamptz at time zone 'UTC')::date
       and not exists (select from insight_months as known where known.month = insight_changes.month)`,
    [new Date(nowMs)],
  )
  const due = await listDueMonths(db, nowMs)
  for (const { month, changes } of due) if (before.get(month) === changes && !(await countMonth(db, month))) break
  return new Map(due.map(({ month, changes }) => [month, changes]))
}

import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { Overview } from './schema'

const dayMs = 86_400_000
const daysShown = 30
const recentShown = 8

/** Whole index: rows, those whose current version was read, and those in progress (not completed, not archived). */
export async function countStates(db: Queryable): Promise<{ total: number; hydrated: number; inProgress: number }> {
  const { rows } = await db.query<{ total: number; hydrated: number; in_progress: number }>(
    `select count(*)::int as total,
            count(*) filter (where hydrated_modified_at = modified_at)::int as hydrated,
            count(*) filter (where hydrated_modified_at is not null and date_completed is null and archived is not true)::int
              as in_progress
     from inspections`,
  )
  const row = rows[0]
  return { total: row?.total ?? 0, hydrated: row?.hydrated ?? 0, inProgress: row?.in_progress ?? 0 }
}

/** Inspections completed in the 7 days up to `now`, how many of them have failures, and the newest failures of all time. */
export async function countFailures(
  db: Queryable,
  now: Date,
): Promise<{ completed: number; withFailures: number; recent: Overview['recentFailures'] }> {
  const { rows } = await db.query<{ completed: number; with_failures: number }>(
    `select count(*)::int as completed, count(*) filter (where failed_count > 0)::int as with_failures
     from inspections where date_completed > $1 and date_completed <= $2`,
    [new Date(now.getTime() - 7 * dayMs), now],
  )
  const recent = await db.query<Overview['recentFailures'][number]>(
    `select audit_id as "auditId", title, template_name as "templateName", site_name as "siteName",
            failed_count as "failedCount", score_percentage as "scorePercentage", modified_at as "modifiedAt"
     from inspections where failed_count > 0
     order by modified_at desc, audit_id desc limit ${recentShown}`,
  )
  return { completed: rows[0]?.completed ?? 0, withFailures: rows[0]?.with_failures ?? 0, recent: recent.rows }
}

/** Completed inspections of each of the last 30 UTC days, today's last; days without any are there too. */
export async function listDays(db: Queryable, now: Date): Promise<Overview['days']> {
  const { rows } = await db.query<Overview['days'][number]>(
    `with done as (
       select (date_completed at time zone 'UTC')::date as day, count(*)::int as completed,
              (count(*) filter (where failed_count > 0))::int as with_failures
       from inspections
       where date_completed >= ($1::date - ${daysShown - 1})::timestamp at time zone 'UTC'
         and date_completed < ($1::date + 1)::timestamp at time zone 'UTC'
       group by 1
     )
     select days.day::date::text as day, coalesce(completed, 0) as completed, coalesce(with_failures, 0) as "withFailures"
     from generate_series($1::date - ${daysShown - 1}, $1::date, interval '1 day') as days (day)
     left join done on done.day = days.day::date
     order by days.day`,
    [now.toISOString().slice(0, 10)],
  )
  return rows
}

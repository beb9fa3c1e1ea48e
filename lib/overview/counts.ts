import 'server-only'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Queryable } from '@/lib/db/types'
import type { Overview } from './schema'

/** The overview's numbers: each counts what the list behind its link shows, so what is missing at the service is left out. */

const dayMs = 86_400_000
const daysShown = 30
const recentShown = 8

/** Whole index: rows, those whose current version was read, and those in progress (not completed, not archived). */
export function countStates(db: Queryable): Promise<{ total: number; hydrated: number; inProgress: number }> {
  return keepShortly(db, 'states', async () => {
    // Each with an index that has little else; the whole table is only scanned through its smallest index.
    const { rows } = await db.query<{ all: number; missing: number; waiting: number; in_progress: number }>(
      `select (select count(*) from inspections) as all,
              (select count(*) from inspections where missing_at is not null) as missing,
              (select count(*) from inspections where missing_at is null
               and (hydrated_modified_at is null or hydrated_modified_at <> modified_at)) as waiting,
              (select count(*) from inspections where date_completed is null and missing_at is null
               and hydrated_modified_at is not null and archived is not true) as in_progress`,
    )
    const { all = 0, missing = 0, waiting = 0, in_progress: inProgress = 0 } = rows[0] ?? {}
    return { total: all - missing, hydrated: all - missing - waiting, inProgress }
  })
}

/** Inspections completed in the 7 days before `now`, how many of them have failures, and the newest failures of all time. */
export function countFailures(
  db: Queryable,
  now: Date,
): Promise<{ completed: number; withFailures: number; recent: Overview['recentFailures'] }> {
  return keepShortly(db, 'week', async () => {
    const { rows } = await db.query<{ completed: number; with_failures: number }>(
      `select count(*)::int as completed, count(*) filter (where result = 'failed')::int as with_failures
       from inspections where date_completed >= $1 and date_completed < $2 and missing_at is null`,
      [new Date(now.getTime() - 7 * dayMs), now],
    )
    const recent = await db.query<Overview['recentFailures'][number]>(
      `select audit_id as "auditId", title, template_id as "templateId", template_name as "templateName", site_name as "siteName",
              failed_count as "failedCount", score_percentage as "scorePercentage", modified_at as "modifiedAt"
       from inspections where result = 'failed' and missing_at is null
       order by modified_at desc, audit_id desc limit ${recentShown}`,
    )
    return { completed: rows[0]?.completed ?? 0, withFailures: rows[0]?.with_failures ?? 0, recent: recent.rows }
  })
}

/** Completed inspections of each of the last 30 UTC days, today's last; days without any are there too. */
export function listDays(db: Queryable, now: Date): Promise<Overview['days']> {
  const today = now.toISOString().slice(0, 10)
  return keepShortly(db, `days to ${today}`, async () => {
    const { rows } = await db.query<Overview['days'][number]>(
      `with done as (
         select (date_completed at time zone 'UTC')::date as day, count(*)::int as completed,
                (count(*) filter (where result = 'failed'))::int as with_failures
         from inspections
         where date_completed >= ($1::date - ${daysShown - 1})::timestamp at time zone 'UTC'
           and date_completed < ($1::date + 1)::timestamp at time zone 'UTC'
           and missing_at is null
         group by 1
       )
       select days.day::date::text as day, coalesce(completed, 0) as completed, coalesce(with_failures, 0) as "withFailures"
       from generate_series($1::date - ${daysShown - 1}, $1::date, interval '1 day') as days (day)
       left join done on done.day = days.day::date
       order by days.day`,
      [today],
    )
    return rows
  })
}

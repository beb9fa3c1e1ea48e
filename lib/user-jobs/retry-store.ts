import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { RetryState, UserJobDetail, UserRetryPlan } from './schema'

/** Rows of a finished job that can still be sent again. */

/**
 * Rows of job $1 that a retry would send. Rows that a later retry, or a retry of that retry, has written or may have
 * written are not sent again. Rows are matched by line and address, because a list that was imported again has other
 * lines. If the header is the same, the line is enough, because an address may have been corrected.
 */
export const leftOver = `
  with recursive kin as (
    select j.job_id, j.kind, j.finished_at, j.header::text = o.header::text as is_same_list, o.header::text as header
    from user_jobs j join user_jobs o on o.job_id = j.of_job_id and o.kind = j.kind
    where o.job_id = $1
    union
    select j.job_id, j.kind, j.finished_at, j.header::text = kin.header, kin.header
    from user_jobs j join kin on kin.job_id = j.of_job_id and kin.kind = j.kind
  ), left_over as (
    select f.* from user_job_rows f where f.job_id = $1 and f.state in ('failed', 'warned') and not exists (
      select from user_job_rows r join kin using (job_id)
      where r.line = f.line and (r.username = f.username or kin.is_same_list) and r.state not in ('failed', 'cancelled')
    )
  )`

const objections = `json_array_elements(coalesce(faults, '[]'::json)) as issue where issue ->> 'level' in ('error', 'fatal')`
/** Rows that were not fully imported. A warning alone needs no fix. */
export const isToFix = `(state = 'failed' or exists (select from ${objections}))`

/** What a retry would send. */
export async function readPlan(db: Queryable, jobId: string): Promise<UserRetryPlan> {
  const { rows } = await db.query<{ state: RetryState; count: number; passwords: number }>(
    `${leftOver} select state, count(*) as count, count(*) filter (where had_password) as passwords
     from left_over group by state`,
    [jobId],
  )
  const { rows: open } = await db.query<{ job_id: string }>(
    `${leftOver} select job_id from kin where finished_at is null limit 1`,
    [jobId],
  )
  const countOf = (state: RetryState) => {
    const row = rows.find((each) => each.state === state)
    return { rows: row?.count ?? 0, withPassword: row?.passwords ?? 0 }
  }
  return { failed: countOf('failed'), warned: countOf('warned'), openJobId: open[0]?.job_id ?? null }
}

/** How many rows still need fixing, and how many of them name the field that is wrong. */
export async function countToFix(db: Queryable, jobId: string): Promise<UserJobDetail['toFix']> {
  const { rows } = await db.query<UserJobDetail['toFix']>(
    `${leftOver} select count(*) as rows, count(*) filter (where exists (
       select from ${objections} and issue ->> 'field' is not null)) as "withField"
     from left_over where ${isToFix}`,
    [jobId],
  )
  return rows[0] ?? { rows: 0, withField: 0 }
}

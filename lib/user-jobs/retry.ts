import 'server-only'
import { createHash } from 'node:crypto'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { serverText } from '@/lib/server-text'
import { readUserJobSummary, unknownJob } from './data'
import { createLock, findAttempt, insertJob, lockJob, wakeWorker, type UserJobDeps } from './mutations'
import { leftOver, readPlan } from './retry-store'
import { usersPerCallMax, type RetryState, type UserJobSummary, type UserRetryPlan } from './schema'

/** Sends rows of a finished job again. */

/**
 * What a retry of a job would send.
 * @throws AppError not_found
 */
export async function readRetryPlan(jobId: string, given?: Queryable): Promise<UserRetryPlan> {
  const db = given ?? (await database())
  const { rows } = await db.query('select from user_jobs where job_id = $1', [jobId])
  if (rows.length === 0) throw unknownJob()
  return readPlan(db, jobId)
}

/** A click on "Retry" creates one job. Clicking again returns that job until it has ended. */
function nameRetry(jobId: string, states: readonly RetryState[], ended: number): string {
  const what = states.includes('warned') ? `retry with warned ${ended}` : `retry ${ended}`
  const hex = createHash('sha256').update(`${what} of ${jobId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * A new job with the failed rows of a finished one, linked to it, optionally with those that have warnings. It has no
 * passwords, because they are not stored.
 * @throws AppError not_found, forbidden, conflict when it has not ended, nothing is left, or another retry is in
 * progress
 */
export async function retryUserJob(
  actor: Actor,
  jobId: string,
  deps: UserJobDeps & { states?: readonly RetryState[] } = {},
): Promise<UserJobSummary> {
  const db = deps.db ?? (await database())
  const states = deps.states ?? ['failed']
  const retryId = await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [createLock])
    const job = await lockJob(tx, actor, jobId)
    if (job.finished_at === null) throw new AppError('conflict', serverText('userJobs.retryOpen'))
    if (job.cells_removed_at !== null) throw new AppError('conflict', serverText('userJobs.cellsRemoved'))
    const { rows } = await tx.query<{ ended: number }>(
      'select count(*) as ended from user_jobs where of_job_id = $1 and finished_at is not null',
      [jobId],
    )
    const attemptId = nameRetry(jobId, states, rows[0]?.ended ?? 0)
    const known = await findAttempt(tx, attemptId)
    if (known !== null) return known
    const plan = await readPlan(tx, jobId)
    if (plan.openJobId !== null)
      throw new AppError('conflict', serverText('userJobs.retryRunning'), {
        details: { current: { jobId: plan.openJobId } },
      })
    const count = states.reduce((sum, state) => sum + plan[state].rows, 0)
    if (count === 0) throw new AppError('conflict', serverText('userJobs.nothingToRetry'))
    const id = await insertJob(tx, actor, {
      attemptId,
      kind: job.kind,
      way: 'job',
      sourceName: job.source_name,
      header: job.header,
      ofJobId: jobId,
      count,
      partSize: usersPerCallMax,
    })
    // The new job is already linked to the others, and has no rows yet.
    await tx.query(
      `${leftOver}
       insert into user_job_rows (job_id, position, part, line, username, asked, had_password, cells)
       select $2, place - 1, (place - 1) / $4, line, username, asked, false, cells
       from (select *, row_number() over (order by position) as place from left_over where state = any($3)) as chosen`,
      [jobId, id, states, usersPerCallMax],
    )
    return id
  })
  ;(deps.wake ?? wakeWorker)()
  publishChange('user-jobs')
  return readUserJobSummary(actor, retryId, db)
}

import 'server-only'
import type * as z from 'zod'
import { createHash } from 'node:crypto'
import { nameActor, beginActivity } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { serverText } from '@/lib/server-text'
import { isLikelySecret } from './sheet/columns'
import { userJobWorker } from './job/instance'
import { mayChangeJob, readUserJobSummary, unknownJob } from './data'
import { isOut } from './model'
import {
  usersPerCallMax,
  type newUserJob,
  type SentUser,
  type UserJobKind,
  type UserJobPhase,
  type UserJobSummary,
} from './schema'
import { immediateMax } from './values-model'
import { locker, type Locker } from './job/secrets'

export interface UserJobDeps {
  db?: Database
  locker?: Locker
  /** Notifies the worker that something is due. */
  wake?: () => void
  /** Users in one request to the service. */
  partSize?: number
}

export const wakeWorker = () => userJobWorker().wake()

/** Limit for the rows of all open jobs, because everybody shares the disk and the service. */
const openRowsMax = 200_000
const rowsPerInsert = 1_000

/** Prevents two clicks, even on two consoles, from creating two jobs. */
export const createLock = 72_860_001

interface NewJob {
  attemptId: string
  kind: UserJobKind
  way: 'job' | 'immediate'
  sourceName: string
  header: readonly string[]
  ofJobId: string | null
  count: number
  partSize: number
}

export async function findAttempt(tx: Queryable, attemptId: string, ownerId?: string): Promise<string | null> {
  const { rows } = await tx.query<{ job_id: string; owner_id: string | null }>(
    'select job_id, owner_id from user_jobs where attempt_id = $1',
    [attemptId],
  )
  const [row] = rows
  if (row === undefined) return null
  if (ownerId !== undefined && row.owner_id !== ownerId)
    throw new AppError('conflict', serverText('userJobs.attemptTaken'))
  return row.job_id
}

/** Inserts the job with its log entry and its parts. Nothing is sent before this is committed. */
export async function insertJob(tx: Queryable, actor: Actor, job: NewJob): Promise<string> {
  const { rows: open } = await tx.query<{ count: number }>(
    `select count(*) as count from user_job_rows join user_jobs using (job_id) where finished_at is null`,
  )
  if ((open[0]?.count ?? 0) + job.count > openRowsMax)
    throw new AppError('throttled', serverText('userJobs.tooManyOpen', { max: openRowsMax }), {
      details: { retryAfterSeconds: 60 },
    })
  const { rows } = await tx.query<{ job_id: string }>(
    `insert into user_jobs (attempt_id, kind, way, owner_id, owner_name, owner_email, source_name, header, of_job_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, (select job_id from user_jobs where job_id = $9)) returning job_id`,
    [
      job.attemptId,
      job.kind,
      job.way,
      actor.userId,
      nameActor(actor),
      actor.email,
      job.sourceName,
      JSON.stringify(job.header),
      job.ofJobId,
    ],
  )
  const jobId = rows[0]?.job_id
  if (jobId === undefined) throw new Error('an insert gives its row')
  await tx.query(
    `insert into user_job_parts (job_id, part, next_at)
     select $1, part, case when part = 0 then 'epoch'::timestamptz end from generate_series(0, $2::int) as part`,
    [jobId, Math.ceil(job.count / job.partSize) - 1],
  )
  const activityId = await beginActivity(tx, actor, {
    action: job.kind === 'check' ? 'user-job.check' : 'user-job.run',
    objectKind: 'user-job',
    objectId: jobId,
    objectName: job.sourceName,
    after: { users: job.count, source: job.sourceName, way: job.way, ofJobId: job.ofJobId },
  })
  await tx.query('update user_jobs set activity_id = $2 where job_id = $1', [jobId, activityId])
  return jobId
}

async function insertRows(
  tx: Queryable,
  jobId: string,
  users: readonly SentUser[],
  { secret, from, keeper, partSize }: { secret: ReadonlySet<number>; from: number; keeper: Locker; partSize: number },
): Promise<void> {
  const position = (index: number) => from + index
  await tx.query(
    `insert into user_job_rows (job_id, position, part, line, username, asked, password, had_password, cells)
     select $1, * from unnest($2::int[], $3::int[], $4::int[], $5::text[], $6::json[], $7::bytea[], $8::bool[], $9::json[])`,
    [
      jobId,
      users.map((_, index) => position(index)),
      users.map((_, index) => Math.floor(position(index) / partSize)),
      users.map(({ line }) => line),
      users.map(({ username }) => username),
      users.map(writeAsked),
      users.map(({ password }) => (hasPassword(password) ? keeper.lock(password) : null)),
      users.map(({ password }) => hasPassword(password)),
      users.map(({ cells }) => JSON.stringify(cells.map((cell, column) => (secret.has(column) ? '' : cell)))),
    ],
  )
}

/** The requested values of a user as stored: without the password and its row in the file. */
const writeAsked = ({ line: _line, password: _password, cells: _cells, ...asked }: SentUser) => JSON.stringify(asked)

const sameMinutes = 10

/**
 * Checks whether the same person started the same users a moment ago: a page that was reloaded after its response was
 * lost has forgotten the attempt. A job that ended without processing any user does not count.
 * @throws AppError conflict, with the job
 */
async function refuseSame(tx: Queryable, actor: Actor, users: readonly SentUser[]): Promise<void> {
  const digest = createHash('md5')
  for (const [index, user] of users.entries()) digest.update(`${index === 0 ? '' : '\n'}${writeAsked(user)}`)
  const { rows } = await tx.query<{ job_id: string; minutes: number; is_open: boolean }>(
    `select j.job_id, j.finished_at is null as is_open,
            floor(extract(epoch from clock_timestamp() - j.created_at) / 60)::int as minutes
     from user_jobs j cross join lateral (
       select count(*) as users, md5(string_agg(asked::text, chr(10) order by position)) as digest,
              bool_or(state in ('ok', 'warned', 'unknown')) as is_done
       from user_job_rows where job_id = j.job_id
     ) r
     where j.owner_id = $1 and j.kind = 'run' and r.users = $2 and r.digest = $3
       and (j.finished_at is null or j.created_at > clock_timestamp() - make_interval(mins => $4))
       and (j.finished_at is null or r.is_done)
     order by j.created_at desc limit 1`,
    [actor.userId, users.length, digest.digest('hex'), sameMinutes],
  )
  const [same] = rows
  if (same === undefined) return
  const values = { count: users.length, ago: serverText('userJobs.ago', { minutes: same.minutes }) }
  const text = same.is_open
    ? serverText('userJobs.sameRunning', values)
    : serverText('userJobs.sameRecent', { ...values, wait: sameMinutes })
  throw new AppError('conflict', text, { details: { current: { jobId: same.job_id } } })
}

const hasPassword = (password: string | undefined): password is string => password !== undefined && password !== ''

/**
 * Inserts a job, which the worker begins at once. Repeating the same attempt returns the existing job.
 * @throws AppError invalid (too many for the immediate way), throttled (too many open rows), conflict (the same person
 * started the same users a moment ago, and `again` is not set)
 */
export async function createUserJob(
  actor: Actor,
  { users, header, again, ...asked }: z.output<typeof newUserJob>,
  deps: UserJobDeps = {},
): Promise<UserJobSummary> {
  if (asked.way === 'immediate' && users.length > immediateMax)
    throw new AppError('invalid', serverText('userJobs.immediateMax', { max: immediateMax }), {
      details: { fields: { way: serverText('userJobs.fields.immediateMax', { max: immediateMax }) } },
    })
  const db = deps.db ?? (await database())
  const keeper = deps.locker ?? locker()
  const partSize = asked.way === 'immediate' ? immediateMax : (deps.partSize ?? usersPerCallMax)
  // The browser has already blanked columns with passwords. The server does not rely on that.
  const secret = new Set(header.flatMap((head, column) => (isLikelySecret(head) ? [column] : [])))
  const jobId = await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [createLock])
    const known = await findAttempt(tx, asked.attemptId, actor.userId)
    if (known !== null) return known
    if (asked.kind === 'run' && !again) await refuseSame(tx, actor, users)
    const id = await insertJob(tx, actor, {
      ...asked,
      header,
      ofJobId: asked.ofJobId ?? null,
      count: users.length,
      partSize,
    })
    for (let from = 0; from < users.length; from += rowsPerInsert)
      await insertRows(tx, id, users.slice(from, from + rowsPerInsert), { secret, from, keeper, partSize })
    return id
  })
  ;(deps.wake ?? wakeWorker)()
  publishChange('user-jobs', [jobId])
  return readUserJobSummary(actor, jobId, db)
}

/** @throws AppError not_found, forbidden */
export async function lockJob(tx: Queryable, actor: Actor, jobId: string) {
  const { rows } = await tx.query<{
    owner_id: string | null
    owner_name: string
    kind: UserJobKind
    way: 'job' | 'immediate'
    phase: UserJobPhase
    source_name: string
    header: string[]
    finished_at: string | null
    cancel_asked_at: string | null
    cells_removed_at: string | null
  }>(
    `select owner_id, owner_name, kind, way, phase, source_name, header, finished_at, cancel_asked_at, cells_removed_at
     from user_jobs where job_id = $1 for update`,
    [jobId],
  )
  const [row] = rows
  if (row === undefined) throw unknownJob()
  if (!mayChangeJob(actor, row.owner_id))
    throw new AppError('forbidden', serverText('userJobs.notYours', { owner: row.owner_name }))
  return row
}

/**
 * Requests the end of a job: parts that were not sent stay unsent, jobs that were not started stay unstarted, and the
 * service is asked to stop the rest. What was done stays.
 * @throws AppError not_found, forbidden, conflict when it has ended or, for the immediate way, was sent already
 */
export async function cancelUserJob(actor: Actor, jobId: string, deps: UserJobDeps = {}): Promise<UserJobSummary> {
  const db = deps.db ?? (await database())
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, actor, jobId)
    if (job.finished_at !== null) throw new AppError('conflict', serverText('userJobs.alreadyEnded'))
    if (job.cancel_asked_at !== null) return
    if (isOut(job)) throw new AppError('conflict', serverText('userJobs.sentAlready'))
    await tx.query('update user_jobs set cancel_asked_at = clock_timestamp() where job_id = $1', [jobId])
    await beginActivity(tx, actor, {
      action: 'user-job.cancel',
      objectKind: 'user-job',
      objectId: jobId,
      objectName: job.source_name,
    })
  })
  ;(deps.wake ?? wakeWorker)()
  publishChange('user-jobs', [jobId])
  return readUserJobSummary(actor, jobId, db)
}

import 'server-only'
import { createLeases, type Lease, type Take, type TakeRule } from '@/lib/background/leases'
import type { Queryable } from '@/lib/db/types'
import type { UserJobKind, UserJobPhase } from '@/lib/user-jobs/schema'

/**
 * Workers hold user jobs by leases. The row of a job's first part is the lease of the whole job, which is called its
 * turn. `tries` counts how often the lease was taken, and is its fence. Every write is recorded before it is sent. If
 * the console dies, it leaves a part in the state `sending` or `starting`, which is then checked.
 */
export type PartState = 'waiting' | 'sending' | 'sent' | 'starting' | 'started' | 'ended' | 'unknown' | 'cancelled'

export interface Turn {
  jobId: string
  tries: number
}

export interface Part {
  part: number
  remoteId: string | null
  state: PartState
  remoteState: string | null
  note: string | null
  polledAtMs: number | null
  users: number
  /** Length of the requested content, as text. */
  bytes: number
}

export interface OpenJob {
  jobId: string
  tries: number
  kind: UserJobKind
  way: 'job' | 'immediate'
  phase: UserJobPhase
  note: string | null
  isCancelAsked: boolean
  startedAtMs: number | null
  activityId: string | null
  parts: Part[]
}

/** Another worker has the turn: nothing more may be sent or written. */
export class TurnLost extends Error {
  constructor() {
    super('the job is another worker’s by now')
  }
}

/** The row of the first part of a job that has not ended. */
const isOpen = `w.part = 0 and exists (
  select from user_jobs o where o.job_id = w.job_id and o.finished_at is null)`

export const turnLeases = createLeases({
  work: 'user_job_parts',
  jobs: 'user_jobs',
  key: ['job_id', 'part'],
  fence: { column: 'tries', type: 'int' },
  open: isOpen,
  held: isOpen,
})

/** The job whose last poll is the oldest comes first. */
const turnRule: TakeRule = {
  where: 'true',
  order: `(select min(coalesce(s.polled_at, 'epoch')) from user_job_parts s
           where s.job_id = w.job_id and s.state = 'started') nulls first, w.next_at, j.created_at`,
  columns: 'w.job_id as "jobId", w.tries',
}

/** Takes jobs that are due. */
export const takeTurns = (db: Queryable, take: Take): Promise<Turn[]> => turnLeases.take(db, turnRule, take)

export const leaseOf = ({ jobId, tries }: Turn): Lease => ({ jobId, place: 0, fence: tries })

/** The given jobs that have not ended. */
export async function readOpen(db: Queryable, jobIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ job_id: string }>(
    'select job_id from user_jobs where finished_at is null and job_id = any($1::uuid[])',
    [jobIds],
  )
  return new Set(rows.map(({ job_id }) => job_id))
}

/** How many jobs of the service are being polled by all consoles. */
export async function countUnderWay(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(distinct p.remote_id) as count from user_job_parts p join user_jobs j using (job_id)
     where j.finished_at is null and p.state in ('started', 'unknown')`,
  )
  return rows[0]?.count ?? 0
}

/**
 * Keeps the turn to the end of the transaction.
 * @throws TurnLost
 */
export async function requireTurn(tx: Queryable, turn: Turn): Promise<void> {
  if (!(await turnLeases.confirm(tx, leaseOf(turn)))) throw new TurnLost()
}

/**
 * Whether a job should be canceled. Its row is locked to the end of the transaction, so that no cancel comes in
 * between.
 */
export async function isCancelAsked(tx: Queryable, jobId: string): Promise<boolean> {
  const { rows } = await tx.query<{ is_asked: boolean }>(
    'select cancel_asked_at is not null as is_asked from user_jobs where job_id = $1 for update',
    [jobId],
  )
  return rows[0]?.is_asked === true
}

const ms = (at: string | null) => (at === null ? null : Date.parse(at))

export async function readOpenJob(db: Queryable, { jobId, tries }: Turn): Promise<OpenJob | null> {
  const { rows } = await db.query<{
    kind: UserJobKind
    way: 'job' | 'immediate'
    phase: UserJobPhase
    note: string | null
    cancel_asked_at: string | null
    started_at: string | null
    activity_id: string | null
  }>(
    `select kind, way, phase, note, cancel_asked_at, started_at, activity_id from user_jobs
     where job_id = $1 and finished_at is null`,
    [jobId],
  )
  const [job] = rows
  if (job === undefined) return null
  const parts = await db.query<{
    part: number
    remote_id: string | null
    state: PartState
    remote_state: string | null
    note: string | null
    polled_at: string | null
    users: number
    bytes: number
  }>(
    `select p.part, p.remote_id, p.state, p.remote_state, p.note, p.polled_at, r.users, r.bytes
     from user_job_parts p cross join lateral (
       select count(*) as users, coalesce(sum(octet_length(asked::text)), 0) as bytes
       from user_job_rows where job_id = p.job_id and part = p.part
     ) r
     where p.job_id = $1 order by p.part`,
    [jobId],
  )
  return {
    jobId,
    tries,
    kind: job.kind,
    way: job.way,
    phase: job.phase,
    note: job.note,
    isCancelAsked: job.cancel_asked_at !== null,
    startedAtMs: ms(job.started_at),
    activityId: job.activity_id,
    parts: parts.rows.map((row) => ({
      part: row.part,
      remoteId: row.remote_id,
      state: row.state,
      remoteState: row.remote_state,
      note: row.note,
      polledAtMs: ms(row.polled_at),
      users: row.users,
      bytes: row.bytes,
    })),
  }
}

export interface PartChange {
  state?: PartState
  remoteId?: string | null
  remoteState?: string | null
  note?: string | null
  sentAt?: Date
  polledAt?: Date
}

export async function changeParts(
  tx: Queryable,
  jobId: string,
  parts: readonly number[],
  change: PartChange,
): Promise<void> {
  await tx.query(
    `update user_job_parts
     set state = coalesce($3, state),
         remote_id = case when $4 then $5 else remote_id end,
         remote_state = case when $6 then $7 else remote_state end,
         note = case when $8 then $9 else note end,
         sent_at = coalesce($10::timestamptz, sent_at), polled_at = coalesce($11::timestamptz, polled_at)
     where job_id = $1 and part = any($2::int[])`,
    [
      jobId,
      parts,
      change.state ?? null,
      change.remoteId !== undefined,
      change.remoteId ?? null,
      change.remoteState !== undefined,
      change.remoteState ?? null,
      change.note !== undefined,
      change.note ?? null,
      change.sentAt ?? null,
      change.polledAt ?? null,
    ],
  )
}

export async function changeJob(
  tx: Queryable,
  jobId: string,
  { phase, note, startedAt }: { phase: UserJobPhase; note: string | null; startedAt?: Date },
): Promise<void> {
  await tx.query(
    `update user_jobs set phase = $2, note = $3, started_at = coalesce(started_at, $4::timestamptz)
     where job_id = $1 and finished_at is null`,
    [jobId, phase, note, startedAt ?? null],
  )
}

/** Whether a job of the service belongs to another of our jobs. */
export async function isOfAnother(db: Queryable, jobId: string, remoteId: string): Promise<boolean> {
  const { rows } = await db.query('select from user_job_parts where remote_id = $2 and job_id <> $1 limit 1', [
    jobId,
    remoteId,
  ])
  return rows.length > 0
}

/** Jobs of the service that this console already knows. */
export async function readKnownRemotes(db: Queryable, remoteIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ remote_id: string }>(
    'select distinct remote_id from user_job_parts where remote_id = any($1::text[])',
    [remoteIds],
  )
  return new Set(rows.map(({ remote_id }) => remote_id))
}

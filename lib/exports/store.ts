import 'server-only'
import { createLeases, type Lease, type Take, type TakeRule } from '@/lib/background/leases'
import type { Queryable } from '@/lib/db/types'
import type { ExportFileState, ExportFormat, ExportWay } from './schema'

/**
 * A file of an export, held by a lease. `started_at` is the fence of a start. Polls only read, so they do not change
 * it. A row is marked `starting` before anything is sent. If it is still `starting` when its lease has ended, the
 * response was lost. The start is then not sent again unless a person requests it.
 */
export interface TakenFile {
  job_id: string
  position: number
  audit_id: string
  title: string | null
  remote_id: string | null
  tries: number
  started_at: string
  format: ExportFormat
  via: ExportWay
  zone: string
  profile_id: string | null
  is_single: boolean
}

export const fileLeases = createLeases({
  work: 'export_files',
  jobs: 'export_jobs',
  key: ['job_id', 'position'],
  fence: { column: 'started_at', type: 'timestamptz' },
  open: `w.state in ('waiting', 'starting', 'running')`,
  held: `w.state in ('starting', 'running')`,
})

const isSingle = `not exists (select from export_files other where other.job_id = w.job_id and other.position > 0)`
const columns = `w.job_id, w.position, w.audit_id, w.title, w.remote_id, w.tries, w.started_at,
  j.format, j.via, j.zone, j.profile_id, ${isSingle} as is_single`

/** Jobs take turns, so that a job of 500 files does not delay a job of 20. */
const startRule: TakeRule = {
  where: `w.state = 'waiting' and j.via = $4 and j.cancelled_at is null and ${isSingle} = $5`,
  order: 'w.position, j.created_at, w.job_id',
  set: `state = 'starting', remote_id = null, error = null`,
  columns,
}
/** Files of jobs with a single document come first. */
const pollRule: TakeRule = {
  where: `w.state = 'running'`,
  order: `(${isSingle}) desc, w.next_at, w.job_id, w.position`,
  columns,
  keepsFence: true,
}

/** Takes files whose start is due. */
export const takeStarts = (
  db: Queryable,
  { via, single }: { via: ExportWay; single: boolean },
  take: Take,
): Promise<TakenFile[]> => fileLeases.take(db, startRule, take, [via, single])

/** Takes files whose state is due to be polled. */
export const takePolls = (db: Queryable, take: Take): Promise<TakenFile[]> => fileLeases.take(db, pollRule, take)

export const leaseOf = ({ job_id, position, started_at }: TakenFile): Lease => ({
  jobId: job_id,
  place: position,
  fence: started_at,
})

/** Starts whose lease has ended without an outcome: the process died, or the response was lost. */
export async function giveUpStarts(db: Queryable, now: Date, note: string): Promise<number> {
  const { rowCount } = await db.query(
    `update export_files set state = 'unknown', error = $2, next_at = null, finished_at = $1
     where state = 'starting' and next_at <= $1`,
    [now, note],
  )
  return rowCount
}

/** How many files of jobs with several files the service is creating now, by way. */
export async function countRunning(db: Queryable): Promise<Record<ExportWay, number>> {
  const { rows } = await db.query<{ via: ExportWay; count: number }>(
    `select j.via, count(*) as count from export_files w join export_jobs j using (job_id)
     where w.state in ('starting', 'running') and not (${isSingle}) group by j.via`,
  )
  const counts = { report: 0, export: 0 }
  for (const { via, count } of rows) counts[via] = count
  return counts
}

export interface Outcome {
  state: ExportFileState
  now: Date
  /** Left out for final states. */
  nextAt?: Date
  note: string | null
  remoteId?: string | null
  fileName?: string
  /** The number of polls or starts so far. */
  tries: number
}

/**
 * Records the outcome of a taken file, unless it was canceled or restarted in the meantime. A job that was canceled
 * during a start keeps the id of that start.
 * @returns false when the file no longer belongs to this worker
 */
export async function settle(
  db: Queryable,
  file: Pick<TakenFile, 'job_id' | 'position' | 'started_at'>,
  from: 'start' | 'poll',
  outcome: Outcome,
): Promise<boolean> {
  const isEnd = outcome.nextAt === undefined
  const { rowCount } = await db.query(
    `update export_files f
     set state = case when j.cancelled_at is null or $9 then $3 else 'cancelled' end,
         error = case when j.cancelled_at is null or $9 then $4 else null end,
         next_at = case when j.cancelled_at is null then $5::timestamptz end,
         finished_at = case when j.cancelled_at is null and not $9 then null else $6::timestamptz end,
         remote_id = case when $7 then $8 else f.remote_id end,
         tries = $10, file_name = coalesce($11, f.file_name)
     from export_jobs j
     where j.job_id = f.job_id and f.job_id = $1 and f.position = $2 and f.started_at = $12
       and f.state = any($13)`,
    [
      file.job_id,
      file.position,
      outcome.state,
      outcome.note,
      outcome.nextAt ?? null,
      outcome.now,
      outcome.remoteId !== undefined,
      outcome.remoteId ?? null,
      isEnd,
      outcome.tries,
      outcome.fileName ?? null,
      file.started_at,
      from === 'start' ? ['starting', 'unknown'] : ['running'],
    ],
  )
  return rowCount > 0
}

/** Deletes jobs that are older than anything that the service still keeps. */
export async function forgetOldJobs(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query(
    `delete from export_jobs j where created_at < $1
       and not exists (select from export_files f where f.job_id = j.job_id and f.state in ('waiting', 'starting', 'running'))`,
    [before],
  )
  return rowCount
}

/** Stores the size of a document, which is known once it is downloaded. */
export async function keepSize(
  db: Queryable,
  { jobId, position, bytes }: { jobId: string; position: number; bytes: number },
): Promise<void> {
  await db.query(
    `update export_files set bytes = $3 where job_id = $1 and position = $2 and bytes is distinct from $3`,
    [jobId, position, bytes],
  )
}

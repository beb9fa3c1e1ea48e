import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { ExportFileState, ExportFormat, ExportWay } from './schema'

/**
 * Files that are due, taken by one worker at a time. A file is taken by moving it: to `starting`, or its next look into
 * the future. A start's row says so before anything is sent; a row that still says it when its time is over lost its
 * answer, and nobody sends it again without a person's word.
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

const isSingle = `not exists (select from export_files other where other.job_id = f.job_id and other.position > 0)`
const taken = `f.job_id, f.position, f.audit_id, f.title, f.remote_id, f.tries, f.started_at,
  j.format, j.via, j.zone, j.profile_id, ${isSingle} as is_single`

export interface Take {
  now: Date
  /** When the file is free again, should this worker die. */
  until: Date
  limit: number
}

/** Takes files whose start is due. Jobs take turns: one of 500 files does not hold up one of 20. */
export async function takeStarts(
  db: Queryable,
  { via, single, now, until, limit }: Take & { via: ExportWay; single: boolean },
): Promise<TakenFile[]> {
  const { rows } = await db.query<TakenFile>(
    `with due as (
       select f.job_id, f.position from export_files f join export_jobs j using (job_id)
       where f.state = 'waiting' and f.next_at <= $1 and j.via = $2 and j.cancelled_at is null
         and ${isSingle} = $3
       order by f.position, j.created_at, f.job_id limit $4
       for update of f skip locked
     )
     update export_files f
     set state = 'starting', next_at = $5, started_at = $1, remote_id = null, error = null
     from due, export_jobs j
     where f.job_id = due.job_id and f.position = due.position and j.job_id = f.job_id
     returning ${taken}`,
    [now, via, single, limit, until],
  )
  return rows
}

/** Takes files whose next look is due, those of a single document first. */
export async function takePolls(db: Queryable, { now, until, limit }: Take): Promise<TakenFile[]> {
  const { rows } = await db.query<TakenFile>(
    `with due as (
       select f.job_id, f.position from export_files f
       where f.state = 'running' and f.next_at <= $1
       order by (${isSingle}) desc, f.next_at, f.job_id, f.position limit $2
       for update of f skip locked
     )
     update export_files f set next_at = $3
     from due, export_jobs j
     where f.job_id = due.job_id and f.position = due.position and j.job_id = f.job_id
     returning ${taken}`,
    [now, limit, until],
  )
  return rows
}

/** Starts whose time is over without an outcome: the process died, or its answer did. */
export async function giveUpStarts(db: Queryable, now: Date, note: string): Promise<number> {
  const { rowCount } = await db.query(
    `update export_files set state = 'unknown', error = $2, next_at = null, finished_at = $1
     where state = 'starting' and next_at <= $1`,
    [now, note],
  )
  return rowCount
}

/** How many files of jobs of several the service is making now, by way. */
export async function countRunning(db: Queryable): Promise<Record<ExportWay, number>> {
  const { rows } = await db.query<{ via: ExportWay; count: number }>(
    `select j.via, count(*) as count from export_files f join export_jobs j using (job_id)
     where f.state in ('starting', 'running') and not (${isSingle}) group by j.via`,
  )
  const counts = { report: 0, export: 0 }
  for (const { via, count } of rows) counts[via] = count
  return counts
}

/** When something is due next; null when nothing is open. */
export async function readNextDue(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ at: string | null }>(
    `select min(next_at) as at from export_files where state in ('waiting', 'starting', 'running')`,
  )
  const at = rows[0]?.at
  return at === null || at === undefined ? null : new Date(at)
}

export interface Outcome {
  state: ExportFileState
  now: Date
  /** Left out for states that are an end. */
  nextAt?: Date
  note: string | null
  remoteId?: string | null
  fileName?: string
  /** Looks or starts so far. */
  tries: number
}

/**
 * Writes what came of a taken file, unless somebody else moved it meanwhile: cancelled it, or began it anew. A job that
 * was cancelled during a start keeps the id that the start gave.
 * @returns false when it was not this worker's any more
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

/** Forgets jobs that are older than anything the service still keeps. */
export async function forgetOldJobs(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query(
    `delete from export_jobs j where created_at < $1
       and not exists (select from export_files f where f.job_id = j.job_id and f.state in ('waiting', 'starting', 'running'))`,
    [before],
  )
  return rowCount
}

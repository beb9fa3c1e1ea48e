import 'server-only'
import { readActorText } from '@/lib/activity/actor-text'
import * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { may } from '@/lib/access/permissions'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { keptInstant } from '@/lib/inspections/schema'
import { serverText } from '@/lib/server-text'
import { needsFix } from './needs-fix'
import { countRows, countsKept, keptCounts } from './counts'
import { countToFix } from './retry-store'
import {
  type RowIssue,
  type UserJobDetail,
  type UserJobKind,
  type UserJobList,
  type UserJobPhase,
  type UserJobRow,
  type UserJobSummary,
  type UserRowsPage,
  type UserRowState,
} from './schema'
import type { userJobListQuery, userRowsQuery } from './schema'

const pageJobs = 30
/** The last job of a page, as stored in its cursor. */
const place = z.tuple([keptInstant, z.uuid()])

interface JobRow {
  job_id: string
  kind: UserJobKind
  way: 'job' | 'immediate'
  owner_id: string | null
  owner_name: string
  source_name: string
  header: string[]
  created_at: string
  of_job_id: string | null
  phase: UserJobPhase
  note: string | null
  cancel_asked_at: string | null
  started_at: string | null
  finished_at: string | null
  cells_removed_at: string | null
}

const jobColumns = `job_id, kind, way, owner_id, owner_name, source_name, header, created_at, of_job_id, phase, note,
  cancel_asked_at, started_at, finished_at, cells_removed_at`

/** Whether a person may cancel and retry a job: their own, or any as an admin. */
export function mayChangeJob(actor: Actor, ownerId: string | null): boolean {
  return may(actor, 'user-jobs:write') && (ownerId === actor.userId || may(actor, 'system:write'))
}

export function unknownJob(): AppError {
  return new AppError('not_found', serverText('userJobs.notFound'))
}

async function toSummaries(db: Queryable, jobs: readonly JobRow[], actor: Actor): Promise<UserJobSummary[]> {
  const kept = keptCounts()
  const fresh = await countRows(
    db,
    jobs.map(({ job_id }) => job_id).filter((jobId) => !kept.has(jobId)),
  )
  const summaries = jobs.map((row): UserJobSummary => {
    const counts = kept.get(row.job_id) ?? fresh.get(row.job_id)
    if (counts === undefined) throw new Error('every job was counted')
    return {
      jobId: row.job_id,
      kind: row.kind,
      way: row.way,
      phase: row.phase,
      note: row.note,
      sourceName: row.source_name,
      ownerName: readActorText(row.owner_id, row.owner_name),
      isMine: row.owner_id === actor.userId,
      mayChange: mayChangeJob(actor, row.owner_id),
      createdAt: row.created_at,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      cancelAskedAt: row.cancel_asked_at,
      ofJobId: row.of_job_id,
      ...counts,
    }
  })
  // The job was read before its rows, so the figures of a finished job are final.
  for (const { job_id, finished_at } of jobs) {
    const counts = fresh.get(job_id)
    if (finished_at === null || counts === undefined) continue
    if (kept.size >= countsKept) kept.clear()
    kept.set(job_id, counts)
  }
  return summaries
}

/**
 * A page of all jobs, newest first.
 * @throws AppError invalid, naming `after`
 */
export async function listUserJobPage(
  actor: Actor,
  { phase, kind, needs, after }: z.output<typeof userJobListQuery>,
  given?: Queryable,
): Promise<UserJobList> {
  const db = given ?? (await database())
  const values: unknown[] = [phase, kind ?? null]
  let from = ''
  if (after !== undefined) {
    const last = place.safeParse(after.split('~'))
    if (!last.success)
      throw new AppError('invalid', serverText('common.unknownPlace'), {
        details: { fields: { after: serverText('common.fields.cursor') } },
      })
    values.push(...last.data)
    from = 'and (created_at < $3 or (created_at = $3 and job_id > $4))'
  }
  const { rows } = await db.query<JobRow>(
    `select ${jobColumns} from user_jobs
     where (cardinality($1::text[]) = 0 or phase = any($1::text[])) and ($2::text is null or kind = $2)
       ${needs === 'fix' ? `and ${needsFix}` : ''} ${from}
     order by created_at desc, job_id limit ${pageJobs + 1}`,
    values,
  )
  const shown = rows.slice(0, pageJobs)
  const last = shown.at(-1)
  return {
    jobs: await toSummaries(db, shown, actor),
    after: rows.length > pageJobs && last !== undefined ? `${last.created_at}~${last.job_id}` : null,
  }
}

async function readJobRow(db: Queryable, jobId: string): Promise<JobRow> {
  const { rows } = await db.query<JobRow>(`select ${jobColumns} from user_jobs where job_id = $1`, [jobId])
  const [row] = rows
  if (row === undefined) throw unknownJob()
  return row
}

/** @throws AppError not_found */
export async function readUserJobSummary(actor: Actor, jobId: string, given?: Queryable): Promise<UserJobSummary> {
  const db = given ?? (await database())
  const [summary] = await toSummaries(db, [await readJobRow(db, jobId)], actor)
  if (summary === undefined) throw unknownJob()
  return summary
}

/**
 * One job with its reasons and its timeline.
 * @throws AppError not_found
 */
export async function readUserJob(actor: Actor, jobId: string, given?: Queryable): Promise<UserJobDetail> {
  const db = given ?? (await database())
  const row = await readJobRow(db, jobId)
  const [[summary], reasons, retries, timeline, toFix] = await Promise.all([
    toSummaries(db, [row], actor),
    db.query<UserJobDetail['reasons'][number]>(
      `select issue ->> 'reason' as reason, issue ->> 'level' as level, count(distinct position) as count
       from user_job_rows, json_array_elements(faults) as issue
       where job_id = $1 and faults is not null group by 1, 2 order by 3 desc, 1, 2`,
      [jobId],
    ),
    db.query<{ job_id: string }>('select job_id from user_jobs where of_job_id = $1 order by created_at', [jobId]),
    readTimeline(db, row),
    row.finished_at === null ? { rows: 0, withField: 0 } : countToFix(db, jobId),
  ])
  if (summary === undefined) throw unknownJob()
  return {
    ...summary,
    header: row.header,
    reasons: reasons.rows,
    timeline,
    retryJobIds: retries.rows.map(({ job_id }) => job_id),
    toFix,
    rowsRemovedAt: row.cells_removed_at,
  }
}

const endTexts: Readonly<Partial<Record<UserJobPhase, string>>> = {
  validated: serverText('userJobs.timeline.checked'),
  completed: serverText('userJobs.timeline.completed'),
  errored: serverText('userJobs.timeline.failed'),
  cancelled: serverText('userJobs.timeline.canceled'),
  unknown: serverText('userJobs.timeline.unknown'),
}

async function readTimeline(db: Queryable, job: JobRow): Promise<UserJobDetail['timeline']> {
  const { rows: parts } = await db.query<{
    part: number
    remote_id: string | null
    sent_at: string | null
    users: number
  }>(
    `select p.part, p.remote_id, p.sent_at,
            (select count(*) from user_job_rows r where r.job_id = p.job_id and r.part = p.part) as users
     from user_job_parts p where p.job_id = $1 order by p.part`,
    [job.job_id],
  )
  const handed = parts.flatMap(({ part, remote_id, sent_at, users }) =>
    sent_at === null || remote_id === null
      ? []
      : [
          {
            at: sent_at,
            what:
              parts.length > 1
                ? serverText('userJobs.timeline.sentPart', { users, part: part + 1, parts: parts.length })
                : serverText('userJobs.timeline.sent', { users }),
          },
        ],
  )
  return [
    {
      at: job.created_at,
      what: serverText('userJobs.timeline.requested', { person: readActorText(job.owner_id, job.owner_name) }),
    },
    ...handed,
    ...(job.started_at === null ? [] : [{ at: job.started_at, what: serverText('userJobs.timeline.started') }]),
    ...(job.cancel_asked_at === null
      ? []
      : [{ at: job.cancel_asked_at, what: serverText('userJobs.timeline.cancelRequested') }]),
    ...(job.finished_at === null
      ? []
      : [{ at: job.finished_at, what: endTexts[job.phase] ?? serverText('userJobs.timeline.ended') }]),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

interface StoredRow {
  position: number
  line: number
  username: string
  state: UserRowState
  outcome: string | null
  user_id: string | null
  had_password: boolean
  issues: RowIssue[] | null
  cells: string[]
}

/**
 * A page of a job's rows in the order of the file.
 * @throws AppError not_found
 */
export async function readUserRows(
  jobId: string,
  { state, reason, after, limit }: z.output<typeof userRowsQuery>,
  given?: Queryable,
): Promise<UserRowsPage> {
  const db = given ?? (await database())
  await readJobRow(db, jobId)
  const where = `job_id = $1 and (cardinality($2::text[]) = 0 or state = any($2::text[])) and ($3::text is null or
    exists (select from json_array_elements(coalesce(faults, '[]'::json)) as issue where issue ->> 'reason' = $3))`
  const values = [jobId, state, reason ?? null]
  const [counted, found] = await Promise.all([
    db.query<{ total: number }>(`select count(*) as total from user_job_rows where ${where}`, values),
    db.query<StoredRow>(
      `select position, line, username, state, outcome, user_id, had_password, faults as issues, cells
       from user_job_rows where ${where} and position > $4 order by position limit $5`,
      [...values, after, limit + 1],
    ),
  ])
  const shown = found.rows.slice(0, limit)
  return {
    rows: shown.map((row): UserJobRow => ({
      position: row.position,
      line: row.line,
      username: row.username,
      state: row.state,
      outcome: row.outcome,
      userId: row.user_id,
      hadPassword: row.had_password,
      issues: row.issues ?? [],
      cells: row.cells,
    })),
    after: found.rows.length > limit ? (shown.at(-1)?.position ?? null) : null,
    total: counted.rows[0]?.total ?? 0,
  }
}

import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { mayChangeJob, unknownJob } from './data'
import { isToFix, leftOver } from './retry-store'
import type { AskedUser, RowIssue, UserFixSheet, UserJobKind, UserRowState } from './schema'
import { inferMapping } from './sheet/infer-mapping'

/** Rows of a finished job as a sheet to fix them in. */

interface FixRow {
  line: number
  username: string
  asked: AskedUser
  state: UserRowState
  hadPassword: boolean
  issues: RowIssue[] | null
  cells: string[]
}

const columns = `line, username, asked, state, had_password as "hadPassword", faults as issues, cells`

/**
 * The rows of an import that were not fully imported, and that no later job has imported. For a dry run all rows,
 * because none of them is imported yet. Passwords are not included, because they are never stored.
 * @throws AppError not_found, forbidden, conflict when the job has not ended or has no cells
 */
export async function readFixSheet(actor: Actor, jobId: string, given?: Queryable): Promise<UserFixSheet> {
  const db = given ?? (await database())
  const { rows: jobs } = await db.query<{
    kind: UserJobKind
    source_name: string
    header: string[]
    owner_id: string | null
    owner_name: string
    finished_at: string | null
    cells_removed_at: string | null
  }>(
    `select kind, source_name, header, owner_id, owner_name, finished_at, cells_removed_at
     from user_jobs where job_id = $1`,
    [jobId],
  )
  const [job] = jobs
  if (job === undefined) throw unknownJob()
  if (!mayChangeJob(actor, job.owner_id))
    throw new AppError('forbidden', serverText('userJobs.notYoursToFix', { owner: job.owner_name }))
  if (job.finished_at === null) throw new AppError('conflict', serverText('userJobs.fixOpen'))
  if (job.cells_removed_at !== null) throw new AppError('conflict', serverText('userJobs.cellsRemoved'))
  const { rows } = await db.query<FixRow>(
    job.kind === 'check'
      ? `select ${columns} from user_job_rows where job_id = $1 order by position`
      : `${leftOver} select ${columns} from left_over where ${isToFix} order by position`,
    [jobId],
  )
  const { header } = job
  const mapping = inferMapping(header, rows)
  if (rows.length > 0 && mapping === null) throw new AppError('conflict', serverText('userJobs.noCells'))
  // An API client may send a line number twice, but the sheet identifies rows by it.
  const isUnique = rows.every(({ line }, at) => at === 0 || line > (rows[at - 1]?.line ?? 0))
  return {
    jobId,
    kind: job.kind,
    sourceName: job.source_name,
    header,
    mapping: [...(mapping ?? [])],
    rows: rows.map(({ line, username, state, hadPassword, issues, cells }, at) => ({
      line: isUnique ? line : at + 1,
      username,
      state,
      hadPassword,
      issues: issues ?? [],
      cells: header.map((_, column) => cells[column] ?? ''),
    })),
  }
}

import 'server-only'
import { finishActivity } from '@/lib/activity/journal'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog, Queryable } from '@/lib/db/types'
import { AppError, type ErrorCode } from '@/lib/errors'
import { addNotices } from '@/lib/inbox/store'
import { serverText } from '@/lib/server-text'
import type { Remote } from './remote'
import type { UserJobKind, UserJobPhase, UserRowState } from '@/lib/user-jobs/schema'
import type { Locker } from './secrets'
import { redactSecret } from './redact'
import { requireTurn, TurnLost, type OpenJob } from './store'

/** What is needed to carry out a job. */
export interface Tools {
  db: Database
  remote: Remote
  clock: Clock
  log: DatabaseLog
  locker: Locker
  /** When this process first saw that a response was lost. The grace period of a recheck starts then. */
  lostSince: Map<string, number>
  /** When this process last listed jobs of the service to find ours. */
  lookedAt: Map<string, number>
  /**
   * Passwords that this process has sent, by job and by the position of their rows, until the job ends, so that they
   * can be recognized if the service repeats them. They are stored nowhere else.
   */
  sent: Map<string, Map<number, string>>
}

/** `go`: more can be done at once. Otherwise the pause until the next turn. Null: the job has ended. */
export type Next = 'go' | { waitMs: number } | null

export interface Trouble {
  code: ErrorCode
  /** A server text. */
  text: string
  waitMs: number
}

/**
 * What went wrong, in words for people and without any of `secrets`. Unexpected errors go to the log.
 * @throws TurnLost, which is not an error of the service
 */
export function readTrouble(error: unknown, { log }: Tools, secrets: readonly string[] = []): Trouble {
  if (error instanceof TurnLost) throw error
  if (error instanceof AppError && error.code !== 'internal') {
    const { message, text, code, details } = error
    const isTelling = secrets.some((secret) =>
      [message, text].some((written) => redactSecret(written, secret) !== written),
    )
    return {
      code,
      text: isTelling ? serverText('userJobs.notes.notAccepted') : text,
      waitMs: (details.retryAfterSeconds ?? 0) * 1_000,
    }
  }
  log.error({ err: error }, 'a step of a job of users failed')
  return { code: 'internal', text: serverText('common.mistake'), waitMs: 0 }
}

interface Figures {
  total: number
  states: Partial<Record<UserRowState, number>>
}

async function readFigures(tx: Queryable, jobId: string): Promise<Figures> {
  const { rows } = await tx.query<{ state: UserRowState; count: number }>(
    'select state, count(*) as count from user_job_rows where job_id = $1 group by state',
    [jobId],
  )
  const states = Object.fromEntries(rows.map((row) => [row.state, row.count]))
  return { states, total: rows.reduce((sum, row) => sum + row.count, 0) }
}

function writeFigures(kind: UserJobKind, { total, states }: Figures): string {
  const { ok = 0, warned = 0, failed = 0, cancelled: canceled = 0, unknown = 0 } = states
  const values = { done: ok + warned, total, warned, failed, canceled, unknown }
  return kind === 'check' ? serverText('userJobs.figures.check', values) : serverText('userJobs.figures.run', values)
}

function outcomeOf(kind: UserJobKind, phase: UserJobPhase, { states }: Figures): 'done' | 'failed' | 'unknown' {
  if ((states.unknown ?? 0) > 0 || phase === 'unknown') return 'unknown'
  const isNothingDone = kind === 'run' && (states.ok ?? 0) + (states.warned ?? 0) === 0
  return phase === 'errored' || isNothingDone ? 'failed' : 'done'
}

/** Notifies the person who started a job of its end, in the transaction that ends it. */
async function noticeEnd(tx: Queryable, { jobId, kind }: OpenJob, { states, total }: Figures): Promise<void> {
  const { rows } = await tx.query<{ owner_id: string; source_name: string }>(
    'select owner_id, source_name from user_jobs where job_id = $1 and owner_id is not null',
    [jobId],
  )
  const { ok = 0, warned = 0 } = states
  await addNotices(
    tx,
    rows.map(({ owner_id, source_name: name }) => ({
      userIds: [owner_id],
      kind: 'import',
      cause: `import ${jobId}`,
      text: serverText('inbox.notices.import', { name, kind, done: ok + warned, count: total }),
      target: { kind: 'import', id: jobId },
    })),
  )
}

/** Ends a job: logs its figures and deletes the remaining passwords. */
export async function endJob(
  tools: Tools,
  job: OpenJob,
  { phase, note }: { phase: UserJobPhase; note: string | null },
): Promise<null> {
  const now = new Date(tools.clock.now())
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await tx.query('update user_job_rows set password = null where job_id = $1 and password is not null', [job.jobId])
    await tx.query(`update user_jobs set phase = $2, note = $3, finished_at = $4::timestamptz where job_id = $1`, [
      job.jobId,
      phase,
      note,
      now,
    ])
    const figures = await readFigures(tx, job.jobId)
    await noticeEnd(tx, job, figures)
    const told = writeFigures(job.kind, figures)
    if (job.activityId !== null)
      await finishActivity(tx, job.activityId, {
        outcome: outcomeOf(job.kind, phase, figures),
        note: note === null ? told : `${told} ${note}`,
      })
    const { rows: cancels } = await tx.query<{ activity_id: string }>(
      `select activity_id from activity where object_kind = 'user-job' and object_id = $1 and action = 'user-job.cancel'
         and outcome in ('pending', 'unknown')`,
      [job.jobId],
    )
    for (const { activity_id } of cancels)
      await finishActivity(tx, activity_id, {
        outcome: (figures.states.cancelled ?? 0) > 0 ? 'done' : 'failed',
        note: told,
      })
  })
  tools.sent.delete(job.jobId)
  return null
}

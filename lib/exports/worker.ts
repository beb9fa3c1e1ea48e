import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { tell } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { createTurnLoop } from '@/lib/background/turn-loop'
import { documentName, giveUpMs, missingGraceMs, pollDelayMs, startDelayMs } from './model'
import { exportWays, type ExportWay } from './schema'
import { describeTrouble, isNotStarted, readDocumentState, startDocument, type StepOptions } from './steps'
import {
  countRunning,
  forgetOldJobs,
  giveUpStarts,
  readNextDue,
  settle,
  takePolls,
  takeStarts,
  type Outcome,
  type TakenFile,
} from './store'

export interface ExportWorkerOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'call' | 'budget'>
  clock: Clock
  log: DatabaseLog
}

/**
 * Makes the documents of all jobs. Every step is in the database before it is taken and after it, so that a console may
 * die at any moment and another go on; several may work on one database, because each file is one worker's at a time.
 */
export interface ExportWorker {
  start(): void
  /** Takes no more files and leaves those under way: what they say later is found out by whoever comes next. */
  stop(): Promise<void>
  /** Something new is due. */
  wake(): void
}

/** Longer than a start may take in all. */
const startLeaseMs = 45_000
const startDeadlineMs = 30_000
const pollLeaseMs = 150_000
const pollDeadlineMs = 60_000
const idleMs = 5_000
const busyMs = 1_000
/** Documents that the service makes for jobs of several at one time; single ones are not counted. */
const runningMax = 40
const tasksMax = { polls: 8, starts: 3, singles: 4 }
const keptDays = 90
const forgetEveryMs = 3_600_000

const lostNote =
  'The answer to the start was lost, so the service may be making it. Start it again if you want it for sure: it may then be made twice.'
const strangeNote = 'The service took the order without an id that can be asked for. It may be making it.'

const buckets: Record<ExportWay, string> = { report: 'startReport', export: 'startExport' }

export function createExportWorker({ database, service, clock, log }: ExportWorkerOptions): ExportWorker {
  const running = { polls: 0, starts: 0, singles: 0 }
  let forgottenAt = -Infinity

  const now = () => new Date(clock.now())
  const after = (ms: number) => new Date(clock.now() + ms)

  /** Starts that the service's budget has room for now: one that waits in a queue would look as if it had been sent. */
  const roomOf = (via: ExportWay, single: boolean): number => {
    const budget = service()
      .budget()
      .find(({ bucket }) => bucket === buckets[via])
    if (budget === undefined) return 1
    const kept = single ? 0 : Math.ceil(budget.limit * 0.1)
    return Math.max(0, budget.remaining - budget.queuedPerson - budget.queuedBackground - kept)
  }

  const begin = async (db: Database, file: TakenFile): Promise<void> => {
    const outcome = await startDocument(
      service(),
      { auditId: file.audit_id, format: file.format, via: file.via, zone: file.zone, profileId: file.profile_id },
      { ...laneOf(file), deadlineMs: startDeadlineMs },
    ).then(
      (remoteId): Outcome =>
        remoteId === null
          ? { state: 'unknown', now: now(), note: strangeNote, tries: 0 }
          : {
              state: 'running',
              now: now(),
              nextAt: after(pollDelayMs(0, file.is_single)),
              note: null,
              remoteId,
              tries: 0,
            },
      (error: unknown): Outcome => {
        if (isNotStarted(error))
          return {
            state: 'waiting',
            now: now(),
            nextAt: after(Math.max((error.details.retryAfterSeconds ?? 0) * 1000, startDelayMs(file.tries))),
            note: error.message,
            tries: file.tries + 1,
          }
        const isKnown = error instanceof AppError && error.code !== 'upstream_unknown' && error.code !== 'internal'
        if (!isKnown) log.warn({ err: error, job: file.job_id }, 'the outcome of a start is not known')
        return { state: isKnown ? 'failed' : 'unknown', now: now(), note: isKnown ? error.message : lostNote, tries: 0 }
      },
    )
    await settle(db, file, 'start', outcome)
    tell('exports', [file.job_id])
  }

  const look = async (db: Database, file: TakenFile, signal: AbortSignal): Promise<void> => {
    const tries = file.tries + 1
    const ageMs = clock.now() - Date.parse(file.started_at)
    const again = (note: string | null, waitMs = 0): Outcome =>
      ageMs < giveUpMs
        ? {
            state: 'running',
            now: now(),
            nextAt: after(Math.max(waitMs, pollDelayMs(tries, file.is_single))),
            note,
            tries,
          }
        : {
            state: 'failed',
            now: now(),
            note: `Not finished after ${giveUpMs / 60_000} minutes, so the console stopped asking. ${note ?? 'The service may still be making it.'}`,
            tries,
          }
    const fail = (note: string): Outcome => ({ state: 'failed', now: now(), note, remoteId: null, tries })
    const { audit_id: auditId, via, remote_id: remoteId } = file
    if (remoteId === null) {
      await settle(db, file, 'poll', fail('The console does not know under which id the service makes it.'))
      tell('exports', [file.job_id])
      return
    }
    const options = { ...laneOf(file), signal, deadlineMs: pollDeadlineMs }
    const outcome = await readDocumentState(service(), { auditId, via, remoteId }, options).then(
      ({ state, strange, reason, fileName }): Outcome => {
        if (state === 'failed')
          return fail(`The service could not make it${reason === null ? '.' : `. It says: ${reason}`}`)
        if (state === 'running') return again(strange === null ? null : `The service says “${strange}”.`)
        return {
          state: 'ready',
          now: now(),
          note: null,
          fileName: fileName ?? documentName(file.title, auditId, file.format),
          tries,
        }
      },
      (error: unknown): Outcome => {
        const code = error instanceof AppError ? error.code : 'internal'
        if (code === 'internal') log.error({ err: error }, 'a look at an export failed')
        // A new id is not known everywhere at once; one that was known and is gone will not come back.
        if (code === 'not_found' && (file.tries === 0 || ageMs < missingGraceMs)) return again(null)
        if (code === 'not_found' || code === 'invalid')
          return fail('The service does not know this document (any more).')
        if (code === 'upstream_refused') return { state: 'failed', now: now(), note: describeTrouble(error), tries }
        const waitSeconds = error instanceof AppError ? (error.details.retryAfterSeconds ?? 0) : 0
        return again(describeTrouble(error), waitSeconds * 1000)
      },
    )
    // Cut off by our own stop: the lease ends, and the next worker looks.
    if (!signal.aborted) await settle(db, file, 'poll', outcome)
    // That it is still being made is no news.
    if (outcome.state !== 'running' || outcome.note !== null) tell('exports', [file.job_id])
  }

  const run = (kind: keyof typeof running, work: () => Promise<void>) => {
    running[kind] += 1
    loop.run(() =>
      work().finally(() => {
        running[kind] -= 1
      }),
    )
  }

  const takeWay = async (db: Database, via: ExportWay, single: boolean, counts: Record<ExportWay, number>) => {
    const free = single
      ? tasksMax.singles - running.singles
      : Math.min(tasksMax.starts - running.starts, runningMax - counts[via])
    const limit = Math.min(free, roomOf(via, single))
    if (limit <= 0) return
    const files = await takeStarts(db, { via, single, limit, now: now(), until: after(startLeaseMs) })
    tell(
      'exports',
      files.map(({ job_id: jobId }) => jobId),
    )
    for (const file of files) run(single ? 'singles' : 'starts', () => begin(db, file))
  }

  /** Takes what is due. @returns the pause until the next look at the table. */
  const turn = async (signal: AbortSignal): Promise<number> => {
    const db = await database()
    if (clock.now() - forgottenAt > forgetEveryMs) {
      forgottenAt = clock.now()
      await forgetOldJobs(db, after(-keptDays * 86_400_000))
    }
    if ((await giveUpStarts(db, now(), lostNote)) > 0) tell('exports')
    const due = await readNextDue(db)
    if (due === null) return idleMs
    const limit = tasksMax.polls - running.polls
    if (limit > 0)
      for (const file of await takePolls(db, { limit, now: now(), until: after(pollLeaseMs) }))
        run('polls', () => look(db, file, signal))
    const counts = await countRunning(db)
    for (const via of exportWays)
      for (const single of [true, false]) if (!signal.aborted) await takeWay(db, via, single, counts)
    const next = await readNextDue(db)
    // What is due already found no room: it is looked at again soon, not at once.
    return next === null
      ? idleMs
      : Math.min(idleMs, Math.max(next.getTime() - clock.now(), next <= now() ? busyMs : 20))
  }

  const loop = createTurnLoop({
    clock,
    log,
    turn,
    failed: { turn: 'the exports could not be looked at', task: 'a step of an export failed' },
  })
  return loop
}

function laneOf(file: TakenFile): Pick<StepOptions, 'lane'> {
  return { lane: file.is_single ? 'person' : 'background' }
}

import 'server-only'
import { backOff, readTrouble } from '@/lib/background/trouble'
import { createWaiter } from '@/lib/background/waiter'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { renderText, serverText } from '@/lib/server-text'
import { settleArchived } from './archived'
import type { SyncStatus } from './followers'
import type { Leader } from './leader'
import { rereadGap, runPass, type PassOptions, type PassResult } from './pass'
import { createSearch } from './search'
import { createPassStore, recordFailedPass, recordFinishedPass } from './store'

export interface PassLoopOptions {
  database: () => Promise<Database>
  service: () => Service
  clock: Clock
  log: DatabaseLog
  leader: Pick<Leader, 'claim'>
  /** From the start of one pass to the start of the next. */
  intervalMs: number
  /** Rows per search; the service's own limit when left out. */
  limit?: number | undefined
  /** Called with the ids that a pass has stored as new or changed; possibly none. */
  onSaved: (changedIds: string[]) => void
}

/** Runs the passes, one at a time: one every interval, and another whenever one is requested. */
export interface PassLoop {
  /** Runs passes until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** Requests a pass now. If one is running, another follows it. */
  poke(): void
  isRunning(): boolean
  status(): Omit<SyncStatus, 'hydratePerMinute'>
  /** Numbers of the last pass that began and of the last one that succeeded. */
  passes(): { begun: number; ended: number }
  /** Resolves when the running pass ends; at once when there is none. */
  underWay(): Promise<unknown>
}

/** How often a console that does not sync tries to take over: a leader that was killed is replaced within 5 s. */
const claimEveryMs = 2_000
/** How long a pass runs before screens show it: most end before anyone could see them. */
const shownAfterMs = 500

function describeUnreadable(count: number): string | null {
  return count === 0 ? null : serverText('sync.unreadableRows', { count })
}

/**
 * Work that a pass leaves open: a gap that is due, and inspections whose documents do not say whether they are
 * archived.
 */
async function settleOpen(db: Database, asked: PassOptions): Promise<void> {
  await rereadGap(asked)
  const archivedIds = await settleArchived({ ...asked, db }, asked.signal)
  if (archivedIds.length > 0) asked.onSaved?.(archivedIds)
}

function toPassOptions(
  { service, limit, onSaved }: PassLoopOptions,
  db: Database,
  signal: AbortSignal,
  onCounted: (rows: number) => void,
): PassOptions {
  return {
    search: createSearch(service()),
    store: createPassStore(db),
    signal,
    ...(limit === undefined ? {} : { limit }),
    onSaved: (changedIds) => {
      onSaved(changedIds)
      publishChange('system')
    },
    onCounted,
  }
}

export function createPassLoop(options: PassLoopOptions): PassLoop {
  const { clock, log, intervalMs } = options
  const waiter = createWaiter(clock)
  const passes = { begun: 0, ended: 0 }
  let isRunning = false
  let rowsToList: number | null = null
  let nextPassAt: number | null = null
  let failures = 0
  let tokenRefused: string | null = null
  let underWay: Promise<unknown> = Promise.resolve()

  const runOne = async (db: Database, signal: AbortSignal): Promise<PassResult> => {
    const startedAt = new Date(clock.now())
    const asked = toPassOptions(options, db, signal, (rows) => (rowsToList = rows))
    const result = await runPass(asked)
    await settleOpen(db, asked)
    const note = describeUnreadable(result.unreadable)
    await recordFinishedPass(db, { startedAt, finishedAt: new Date(clock.now()), note })
    return result
  }

  /** Records a failed try and returns the pause until the next. */
  const noteFailure = async (db: Database | null, error: unknown): Promise<number> => {
    const trouble = readTrouble(error)
    failures += 1
    if (trouble.code === 'internal') log.error({ err: error }, 'a sync pass failed')
    else log.warn({ code: trouble.code, failures }, renderText(trouble.text))
    tokenRefused = trouble.isTokenRefused ? trouble.text : null
    // If the database itself is down, nothing can be recorded. The status page fails as well and shows it.
    await (db === null ? null : recordFailedPass(db, trouble.text).catch(() => null))
    return Math.min(intervalMs, Math.max(trouble.retryAfterMs ?? 0, backOff(failures - 1, 1_000, 30_000)))
  }

  /** Tries one pass and returns the pause until the next. */
  const attempt = async (signal: AbortSignal): Promise<number> => {
    const startedAt = clock.now()
    let db: Database | null = null
    let shownAsRunning: NodeJS.Timeout | undefined
    let isFollower = false
    try {
      db = await options.database()
      isFollower = !(await options.leader.claim(db))
      if (isFollower) return Math.min(intervalMs, claimEveryMs)
      isRunning = true
      shownAsRunning = setTimeout(() => publishChange('system'), shownAfterMs)
      passes.begun += 1
      const number = passes.begun
      const running = runOne(db, signal)
      underWay = running.catch(() => null)
      const { pages, changed, gaps } = await running
      passes.ended = number
      failures = 0
      tokenRefused = null
      if (changed > 0) log.info({ pages, changed, ms: clock.now() - startedAt }, 'inspections changed')
      for (const gap of gaps) log.warn({ ...gap }, 'more inspections share one time than the search can give')
      return Math.max(0, startedAt + intervalMs - clock.now())
    } catch (error) {
      return signal.aborted ? 0 : await noteFailure(db, error)
    } finally {
      isRunning = false
      rowsToList = null
      clearTimeout(shownAsRunning)
      // A follower tries often, and screens show the status of the leader.
      if (!isFollower) publishChange('system')
    }
  }

  return {
    run: async (signal) => {
      signal.addEventListener('abort', waiter.wake)
      while (!signal.aborted) {
        nextPassAt = null
        const pauseMs = await attempt(signal)
        nextPassAt = clock.now() + pauseMs
        if (!signal.aborted) await waiter.wait(pauseMs)
      }
      nextPassAt = null
      signal.removeEventListener('abort', waiter.wake)
    },
    poke: () => waiter.wake(),
    isRunning: () => isRunning,
    status: () => ({
      running: isRunning,
      nextPassAt: nextPassAt === null ? null : new Date(nextPassAt).toISOString(),
      rowsToList,
      tokenRefused,
    }),
    passes: () => ({ ...passes }),
    underWay: () => underWay,
  }
}

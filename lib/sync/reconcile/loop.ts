import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { stepReconcile } from './reconcile'
import { isReconcileDue } from './schedule'
import { noteRunError, readLatestRun, readRunningRun, readScheduleBase, startRun, type ReconcileRun } from './store'
import { createSearch } from '@/lib/sync/search'
import { createPassStore } from '@/lib/sync/store'
import { backOff, readTrouble } from '@/lib/background/trouble'
import { createWaiter } from '@/lib/background/waiter'
import { renderText } from '@/lib/server-text'

export interface ReconcilerOptions {
  database: () => Promise<Database>
  service: () => Service
  clock: Clock
  log: DatabaseLog
  /** False on a console that does not sync, because only one console may compare. */
  mayRun: (db: Database) => boolean
  /** While it returns true, the comparison waits for the pass. */
  isPassRunning: () => boolean
  requestPass: () => void
  /** Called with the ids that are new or changed. */
  onSaved: (changedIds: string[]) => void
  /** The pause from one request to the next. */
  paceMs?: number
  /** Rows per response. Only tests use fewer. */
  limit?: number
}

/** Runs full reconciliations when they are due or requested, one step at a time, with the lowest priority. */
export interface Reconciler {
  run(signal: AbortSignal): Promise<void>
  /** A run was requested or canceled. */
  wake(): void
  /** Resolves when the current step ends; at once when there is none. */
  underWay(): Promise<unknown>
}

/** This leaves 50 of the 200 searches per minute to the passes. */
export const reconcilePaceMs = 400
const passPollMs = 250
const pokeEveryMs = 10_000

export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { clock, log, paceMs = reconcilePaceMs, limit } = options
  const waiter = createWaiter(clock)
  let failures = 0
  let pokedAt = -Infinity
  let stepUnderWay: Promise<unknown> = Promise.resolve()

  const findRun = async (db: Database): Promise<ReconcileRun | null> => {
    const running = await readRunningRun(db)
    if (running !== null) return running
    return isReconcileDue(await readScheduleBase(db), clock.now()) ? startRun(db, 'schedule') : null
  }

  const step = async (db: Database, run: ReconcileRun, signal: AbortSignal): Promise<number> => {
    const startedAt = clock.now()
    const result = await stepReconcile(run, {
      db,
      search: createSearch(options.service()),
      service: options.service(),
      store: createPassStore(db),
      signal,
      onSaved: (changedIds) => {
        if (changedIds.length > 0) options.onSaved(changedIds)
      },
      ...(limit === undefined ? {} : { limit }),
    })
    failures = 0
    publishChange('system')
    // Lists no longer show the rows that were marked as missing.
    if (run.phase === 'mark') publishChange('inspections')
    if (result === 'moved') return run.phase === 'mark' ? 0 : Math.max(0, startedAt + paceMs - clock.now())
    if (result === 'waiting') {
      if (clock.now() - pokedAt >= pokeEveryMs) {
        pokedAt = clock.now()
        options.requestPass()
      }
      return passPollMs
    }
    const ended = await readLatestRun(db)
    if (ended !== null && ended.state !== 'running') {
      const { state, listed, added, returned, archivedChanged, missing, unclear, requests } = ended
      log.info(
        { state, listed, added, returned, archivedChanged, missing, unclear, requests },
        'a full compare has ended',
      )
    }
    return 0
  }

  /** Does one turn, and returns the pause until the next. */
  const turn = async (signal: AbortSignal): Promise<number> => {
    let run: ReconcileRun | null = null
    let db: Database | null = null
    try {
      db = await options.database()
      if (!options.mayRun(db)) return 2_000
      if (options.isPassRunning()) return passPollMs
      run = await findRun(db)
      // Another console may request a run, but it cannot wake this console.
      if (run === null) return db.kind === 'embedded' ? 30_000 : 2_000
      const stepping = step(db, run, signal)
      stepUnderWay = stepping.catch(() => null)
      return await stepping
    } catch (error) {
      if (signal.aborted) return 0
      const trouble = readTrouble(error)
      failures += 1
      if (trouble.code === 'internal') log.error({ err: error }, 'a step of the full compare failed')
      else log.warn({ code: trouble.code, failures }, renderText(trouble.text))
      if (db !== null && run !== null) await noteRunError(db, run.runId, trouble.text).catch(() => null)
      return Math.max(trouble.retryAfterMs ?? 0, backOff(failures - 1, 1_000, 60_000))
    }
  }

  return {
    wake: () => waiter.wake(),
    underWay: () => stepUnderWay,
    run: async (signal) => {
      signal.addEventListener('abort', waiter.wake)
      while (!signal.aborted) {
        const pauseMs = await turn(signal)
        if (!signal.aborted) await waiter.wait(pauseMs)
      }
      signal.removeEventListener('abort', waiter.wake)
    },
  }
}

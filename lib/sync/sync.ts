import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { tell } from '@/lib/events/publish'
import type { AuditId } from '@/lib/ids'
import type { Service } from '@/lib/service/types'
import { fetchDocument, storeDocument, type FetchedDocument } from './documents/documents'
import { readLeaderStatus, sendSyncRequest, takeSyncRequests, writeLeaderStatus, type SyncStatus } from './followers'
import { createHydrator } from './documents/hydrate'
import { tryToLead, type Leadership } from './leadership'
import { rereadGap, runPass, type PassOptions, type PassResult } from './pass'
import { createReconciler } from './reconcile/loop'
import { createSearch } from './search'
import { createPassStore, recordFailedPass, recordFinishedPass } from './store'
import { backOff, readTrouble } from '@/lib/background/trouble'
import { cleanAfterImport } from './upkeep'
import { createWaiter } from '@/lib/background/waiter'

export interface SyncOptions {
  database: () => Promise<Database>
  service: () => Service
  clock: Clock
  log: DatabaseLog
  /** From the begin of one pass to the next. */
  intervalMs?: number
  concurrency?: number
  /** Rows per search; smaller in tests alone. */
  limit?: number
  /** From one request of a full compare to the next. */
  reconcilePaceMs?: number
}

export interface Sync {
  /** Starts the passes, the hydration and the full compares; the first pass begins at once. A second call does nothing. */
  start(): void
  /** Ends what is under way; nothing that was committed is lost. */
  stop(): Promise<void>
  /** Asks for a pass now, wherever it runs. While one runs, another follows it. */
  poke(): void
  /** Reads these documents before all others: they are on somebody's screen. */
  hydrateFirst(auditIds: readonly string[]): void
  /** A full compare was asked for, accepted or cancelled in the database. */
  wakeReconcile(): void
  /**
   * Reads one inspection from the service at once, in the person's lane, and keeps it. Readers at the same time share one
   * request; a reader who leaves does not end it.
   * @throws AppError as `Service.call`
   */
  fetchVersion(auditId: AuditId, signal?: AbortSignal): Promise<FetchedDocument>
  /** What the sync is at; of the console that syncs, where that is another one. */
  status(): SyncStatus
  /** Whether this console has the lead among several on one database. A private database has no others. */
  leads(): boolean
  /**
   * Passes of this process by number: the one begun last, and the one that ended well last. A pass that is asked for now
   * is `begun + 1` or later.
   */
  passes(): { begun: number; ended: number }
  /**
   * Resolves when every read of the service that is under way now and may still write this inspection has ended: what is
   * read of it after that is not overwritten by what was read before.
   */
  afterReads(auditId: string): Promise<void>
}

const followEveryMs = 1_000
/** Well below the age at which the others take the console that syncs for gone. */
const tellEveryMs = 5_000
const upkeepEveryMs = 60_000

function describeUnreadable(count: number): string | null {
  if (count === 0) return null
  return count === 1
    ? 'The search gave 1 row without a usable id or time; it is not in the index.'
    : `The search gave ${count} rows without a usable id or time; they are not in the index.`
}

/** Rejects as soon as the reader leaves; the work goes on for others. */
function leaveOn<Value>(signal: AbortSignal | undefined, work: Promise<Value>): Promise<Value> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason instanceof Error ? signal.reason : new Error('the reader left'))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** Keeps the index in step with the service: a pass every interval and on demand, one at a time, and the hydration. */
export function createSync(options: SyncOptions): Sync {
  const { clock, log, intervalMs = 60_000, limit } = options
  const hydrator = createHydrator(options)
  const waiter = createWaiter(clock)
  const fetches = new Map<string, Promise<FetchedDocument>>()
  let stopping: AbortController | null = null
  let loops: Promise<unknown> = Promise.resolve()
  let leadership: Leadership | null = null
  let isRunning = false
  let rowsToList: number | null = null
  let isFollower = false
  let leaderStatus: SyncStatus | null = null
  let told = { text: '', at: -Infinity }
  let nextPassAt: number | null = null
  let failures = 0
  let passTokenRefused: string | null = null
  const passes = { begun: 0, ended: 0 }
  let passUnderWay: Promise<unknown> = Promise.resolve()

  /** True when this console is the one that syncs. A private database has no other console. */
  const lead = async (db: Database): Promise<boolean> => {
    if (mayRun(db)) return true
    leadership = await tryToLead(db, clock)
    isFollower = leadership === null
    return leadership !== null
  }

  const mayRun = (db: Database): boolean => db.kind === 'embedded' || leadership?.isHeld() === true

  const pass = async (db: Database, signal: AbortSignal): Promise<PassResult> => {
    const startedAt = new Date(clock.now())
    const asked: PassOptions = {
      search: createSearch(options.service()),
      store: createPassStore(db),
      signal,
      ...(limit === undefined ? {} : { limit }),
      onSaved: (changedIds) => {
        if (changedIds.length > 0) hydrator.wake()
        tell('inspections', changedIds)
        tell('system')
      },
      onCounted: (rows) => {
        rowsToList = rows
      },
    }
    const result = await runPass(asked)
    await rereadGap(asked)
    const note = describeUnreadable(result.unreadable)
    await recordFinishedPass(db, { startedAt, finishedAt: new Date(clock.now()), note })
    return result
  }

  /** One try; gives the pause until the next. */
  const attempt = async (signal: AbortSignal): Promise<number> => {
    const startedAt = clock.now()
    let db: Database | null = null
    let shownAsRunning: NodeJS.Timeout | undefined
    try {
      db = await options.database()
      if (!(await lead(db))) return intervalMs
      isRunning = true
      // Most passes have ended before anybody could see them run.
      shownAsRunning = setTimeout(() => tell('system'), 500)
      passes.begun += 1
      const number = passes.begun
      const running = pass(db, signal)
      passUnderWay = running.catch(() => null)
      const { pages, changed, gaps } = await running
      passes.ended = number
      failures = 0
      passTokenRefused = null
      if (changed > 0) log.info({ pages, changed, ms: clock.now() - startedAt }, 'inspections changed')
      for (const gap of gaps) log.warn({ ...gap }, 'more inspections share one time than the search can give')
      return Math.max(0, startedAt + intervalMs - clock.now())
    } catch (error) {
      if (signal.aborted) return 0
      const trouble = readTrouble(error)
      failures += 1
      if (trouble.code === 'internal') log.error({ err: error }, 'a sync pass failed')
      else log.warn({ code: trouble.code, failures }, trouble.message)
      passTokenRefused = trouble.isTokenRefused ? trouble.message : null
      // When the database itself is away there is nowhere to write it; the status page says that by failing.
      await (db === null ? null : recordFailedPass(db, trouble.message).catch(() => null))
      return Math.min(intervalMs, Math.max(trouble.retryAfterMs ?? 0, backOff(failures - 1, 1_000, 30_000)))
    } finally {
      isRunning = false
      rowsToList = null
      clearTimeout(shownAsRunning)
      tell('system')
    }
  }

  const runPasses = async (signal: AbortSignal): Promise<void> => {
    signal.addEventListener('abort', waiter.wake)
    while (!signal.aborted) {
      nextPassAt = null
      const pauseMs = await attempt(signal)
      nextPassAt = clock.now() + pauseMs
      if (!signal.aborted) await waiter.wait(pauseMs)
    }
    signal.removeEventListener('abort', waiter.wake)
  }

  /** Documents are read by the console that runs the passes; the others would spend the same budget on the same rows. */
  const runHydration = async (signal: AbortSignal): Promise<void> => {
    const turn = createWaiter(clock)
    signal.addEventListener('abort', turn.wake)
    while (!signal.aborted) {
      const db = await options.database().catch(() => null)
      if (db === null || !mayRun(db)) {
        await turn.wait(1_000)
        continue
      }
      const tenure = new AbortController()
      const watch = setInterval(() => {
        if (!mayRun(db)) tenure.abort()
      }, 5_000)
      await hydrator.run(AbortSignal.any([signal, tenure.signal]))
      clearInterval(watch)
    }
    signal.removeEventListener('abort', turn.wake)
  }

  const ownStatus = (): SyncStatus => {
    const { perMinute, tokenRefused } = hydrator.status()
    return {
      running: isRunning,
      nextPassAt: nextPassAt === null ? null : new Date(nextPassAt).toISOString(),
      rowsToList,
      hydratePerMinute: perMinute,
      tokenRefused: passTokenRefused ?? tokenRefused,
    }
  }

  /** One exchange between the console that syncs and the others. A private database has no others. */
  const exchange = async (db: Database): Promise<void> => {
    if (mayRun(db)) {
      isFollower = false
      const { wantsPass, auditIds } = await takeSyncRequests(db)
      if (wantsPass) waiter.wake()
      for (const ids of auditIds) hydrator.first(ids)
      const status = ownStatus()
      const text = JSON.stringify(status)
      if (text === told.text && clock.now() - told.at < tellEveryMs) return
      await writeLeaderStatus(db, status)
      told = { text, at: clock.now() }
    } else leaderStatus = await readLeaderStatus(db)
  }

  /** Does `work` every so often until the signal aborts; what fails is tried again the next time. */
  const repeat = async (everyMs: number, signal: AbortSignal, work: (db: Database) => Promise<unknown>) => {
    const turn = createWaiter(clock)
    signal.addEventListener('abort', turn.wake)
    while (!signal.aborted) {
      try {
        await work(await options.database())
      } catch (error) {
        log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'the database is not there for now')
      }
      if (!signal.aborted) await turn.wait(everyMs)
    }
    signal.removeEventListener('abort', turn.wake)
  }

  const send = (request: Parameters<typeof sendSyncRequest>[1]): void => {
    options
      .database()
      .then((db) => sendSyncRequest(db, request))
      .catch((error: unknown) => log.warn({ err: error }, 'the console that syncs could not be asked'))
  }

  const reconciler = createReconciler({
    database: options.database,
    service: options.service,
    clock,
    log,
    mayRun,
    isPassRunning: () => isRunning,
    requestPass: () => waiter.wake(),
    onSaved: (changedIds) => {
      hydrator.wake()
      tell('inspections', changedIds)
    },
    ...(limit === undefined ? {} : { limit }),
    ...(options.reconcilePaceMs === undefined ? {} : { paceMs: options.reconcilePaceMs }),
  })

  const fetchAndKeep = async (auditId: AuditId): Promise<FetchedDocument> => {
    const forEver = new AbortController().signal
    const fetched = await fetchDocument(options.service(), auditId, { lane: 'person', signal: forEver })
    const { modifiedAt } = fetched
    if (modifiedAt === null) return fetched
    try {
      await storeDocument(await options.database(), { ...fetched, modifiedAt }, clock.now())
      tell('inspections', [auditId])
    } catch (error) {
      // The person has the document; the hydration brings it into the index later.
      log.warn({ err: error, auditId }, 'a document was read but could not be kept')
    }
    return fetched
  }

  return {
    start: () => {
      if (stopping !== null) return
      stopping = new AbortController()
      const { signal } = stopping
      loops = Promise.all([
        runPasses(signal),
        runHydration(signal),
        reconciler.run(signal),
        repeat(followEveryMs, signal, async (db) => (db.kind === 'embedded' ? null : exchange(db))),
        repeat(upkeepEveryMs, signal, async (db) => (mayRun(db) ? cleanAfterImport(db) : null)),
      ])
    },
    stop: async () => {
      stopping?.abort()
      await loops
      await leadership?.release()
      leadership = null
      stopping = null
      nextPassAt = null
    },
    poke: () => {
      // Also here: where the console that syncs is gone, this one takes its place.
      waiter.wake()
      if (isFollower) send({ kind: 'pass' })
    },
    hydrateFirst: (auditIds) => {
      if (auditIds.length === 0) return
      if (isFollower) send({ kind: 'hydrate', auditIds })
      else hydrator.first(auditIds)
    },
    wakeReconcile: () => reconciler.wake(),
    fetchVersion: (auditId, signal) => {
      const running = fetches.get(auditId)
      if (running !== undefined) return leaveOn(signal, running)
      const work = fetchAndKeep(auditId).finally(() => fetches.delete(auditId))
      fetches.set(auditId, work)
      return leaveOn(signal, work)
    },
    status: () => (isFollower && leaderStatus !== null ? leaderStatus : ownStatus()),
    leads: () => leadership?.isHeld() === true,
    passes: () => ({ ...passes }),
    afterReads: async (auditId) => {
      const reads = [passUnderWay, hydrator.underWay(auditId), reconciler.underWay(), fetches.get(auditId)]
      await Promise.allSettled(reads.map(async (read) => read))
    },
  }
}

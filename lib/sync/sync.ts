import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { AuditId } from '@/lib/ids'
import type { Service } from '@/lib/service/types'
import type { FetchedDocument } from './documents/documents'
import { createHydrator } from './documents/hydrate'
import type { SyncStatus } from './followers'
import { runHydration } from './hydration'
import { createLeader } from './leader'
import { createPassLoop } from './pass-loop'
import { createReconciler } from './reconcile/loop'
import { createRelay } from './relay'
import { repeat } from './repeat'
import { cleanAfterImport } from './upkeep'
import { createVersionFetcher } from './version-fetch'

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
const upkeepEveryMs = 60_000

/**
 * Keeps the index in step with the service. Its parts have their own state: the lead among several consoles, the passes,
 * the hydration, the full compares, the exchange with the other consoles, and reads for a person.
 */
export function createSync(options: SyncOptions): Sync {
  const { database, clock, intervalMs = 60_000 } = options
  const leader = createLeader(clock)
  const hydrator = createHydrator(options)
  const versions = createVersionFetcher(options)
  const takeSaved = (changedIds: string[]) => {
    if (changedIds.length > 0) hydrator.wake()
    publishChange('inspections', changedIds)
  }
  const passLoop = createPassLoop({ ...options, intervalMs, leader, onSaved: takeSaved })
  const reconciler = createReconciler({
    ...options,
    mayRun: (db) => leader.mayRun(db),
    isPassRunning: () => passLoop.isRunning(),
    requestPass: () => passLoop.poke(),
    onSaved: takeSaved,
    ...(options.reconcilePaceMs === undefined ? {} : { paceMs: options.reconcilePaceMs }),
  })
  const ownStatus = (): SyncStatus => {
    const { perMinute, tokenRefused } = hydrator.status()
    const passStatus = passLoop.status()
    return { ...passStatus, hydratePerMinute: perMinute, tokenRefused: passStatus.tokenRefused ?? tokenRefused }
  }
  const relay = createRelay({
    ...options,
    leader,
    ownStatus,
    onPassWanted: () => passLoop.poke(),
    onDocumentsWanted: (auditIds) => hydrator.first(auditIds),
  })

  let stopping: AbortController | null = null
  let loops: Promise<unknown> = Promise.resolve()

  return {
    start: () => {
      if (stopping !== null) return
      stopping = new AbortController()
      const { signal } = stopping
      loops = Promise.all([
        passLoop.run(signal),
        runHydration({ database, clock, hydrator, leader }, signal),
        reconciler.run(signal),
        repeat(options, followEveryMs, signal, async (db) => (db.kind === 'embedded' ? null : relay.exchange(db))),
        repeat(options, upkeepEveryMs, signal, async (db) => (leader.mayRun(db) ? cleanAfterImport(db) : null)),
      ])
    },
    stop: async () => {
      stopping?.abort()
      await loops
      await leader.release()
      stopping = null
    },
    poke: () => {
      // Also here: when the console that syncs is gone, this one takes its place.
      passLoop.poke()
      if (leader.isFollower()) relay.send({ kind: 'pass' })
    },
    hydrateFirst: (auditIds) => {
      if (auditIds.length === 0) return
      if (leader.isFollower()) relay.send({ kind: 'hydrate', auditIds })
      else hydrator.first(auditIds)
    },
    wakeReconcile: () => reconciler.wake(),
    fetchVersion: (auditId, signal) => versions.fetch(auditId, signal),
    status: () => (leader.isFollower() ? relay.leaderStatus() : null) ?? ownStatus(),
    leads: () => leader.isHeld(),
    passes: () => passLoop.passes(),
    afterReads: async (auditId) => {
      const reads = [passLoop.underWay(), hydrator.underWay(auditId), reconciler.underWay(), versions.underWay(auditId)]
      await Promise.allSettled(reads.map(async (read) => read))
    },
  }
}

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
  /** From the start of one pass to the start of the next. */
  intervalMs?: number
  concurrency?: number
  /** Rows per search. Only tests use fewer. */
  limit?: number
  /** The pause between two requests of a full reconciliation. */
  reconcilePaceMs?: number
}

export interface Sync {
  /**
   * Starts the passes, the hydration and the full reconciliations; the first pass begins at once. A second call has no
   * effect.
   */
  start(): void
  /** Stops all work. Nothing that was committed is lost. */
  stop(): Promise<void>
  /** Requests a pass now, on whichever console syncs. If one is running, another follows it. */
  poke(): void
  /** Reads the documents of these inspections before all others, because they are on a screen. */
  hydrateFirst(auditIds: readonly string[]): void
  /** A full reconciliation was requested, confirmed or canceled in the database. */
  wakeReconcile(): void
  /**
   * Reads one inspection from the service at once, in the person's lane, and stores it. Concurrent readers share one
   * request; a reader that leaves does not abort it.
   * @throws AppError as `Service.call`
   */
  fetchVersion(auditId: AuditId, signal?: AbortSignal): Promise<FetchedDocument>
  /** The state of the sync, on whichever console runs it. */
  status(): SyncStatus
  /** Whether this console is the leader among several on one database. A private database has no others. */
  leads(): boolean
  /**
   * Passes of this process by number: the last one that began, and the last one that succeeded. A pass that is
   * requested now is `begun + 1` or later.
   */
  passes(): { begun: number; ended: number }
  /**
   * Resolves when all reads in progress that may still write this inspection have ended. A later read is then not
   * overwritten by an earlier one.
   */
  afterReads(auditId: string): Promise<void>
}

const followEveryMs = 1_000
const upkeepEveryMs = 60_000

/**
 * Keeps the index up to date with the service. Its parts have their own state: leadership among several consoles,
 * passes, hydration, full reconciliations, the exchange with other consoles, and reads for a person.
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
      // Followers need it too: when the leader dies, this console takes over.
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

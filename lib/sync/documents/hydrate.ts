import 'server-only'
import { setMaxListeners } from 'node:events'
import { readTrouble } from '@/lib/background/trouble'
import { createWaiter } from '@/lib/background/waiter'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import type { Service } from '@/lib/service/types'
import { createHydrateMeter } from './meter'
import { createHydratePace } from './pace'
import { createHydrateQueue } from './queue'
import { createDocumentReads } from './reads'
import { reindexDocuments } from './reindex'

export interface HydrateStatus {
  /** Documents read within the last minute; null when none. */
  perMinute: number | null
  /** Why the service refused the token, in words; null while it works. */
  tokenRefused: string | null
}

/**
 * Invariant: a version is fetched once. The row records it (`hydrated_modified_at`), so neither a restart nor a second
 * reader fetches it again.
 */
export interface Hydrator {
  /** Call it when rows may be waiting. */
  wake(): void
  /** Reads these before all others, in the given order, because they are on a screen. The latest call comes first. */
  first(auditIds: readonly string[]): void
  /**
   * Reads waiting rows until the signal aborts. Resolves when no request is in flight. Also rebuilds the search data of
   * rows that another version of the console indexed, from their stored documents.
   */
  run(signal: AbortSignal): Promise<void>
  status(): HydrateStatus
  /** Resolves when the read of this document that is in progress ends; at once when there is none. */
  underWay(auditId: string): Promise<void>
}

export interface HydratorOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'raw'>
  clock: Clock
  log: DatabaseLog
  /** Documents requested at the same time: enough to keep the governor's queue, or a service without limits, busy. */
  concurrency?: number
}

const idleMs = 30_000

/** An abort signal that follows `signal` and calls `onAbort`; `unfollow` ends both. */
function followSignal(signal: AbortSignal, onAbort: () => void): { signal: AbortSignal; unfollow: () => void } {
  const own = new AbortController()
  // Each request adds a listener, which would exceed the limit of Node's warning about leaks.
  setMaxListeners(0, own.signal)
  const abort = () => {
    own.abort(signal.reason)
    onAbort()
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return { signal: own.signal, unfollow: () => signal.removeEventListener('abort', abort) }
}

/** Reads the documents of waiting rows, and stores them. */
export function createHydrator(options: HydratorOptions): Hydrator {
  const { clock, log, concurrency = 24 } = options
  const waiter = createWaiter(clock)
  const queue = createHydrateQueue(clock)
  const meter = createHydrateMeter(clock)
  const pace = createHydratePace(clock, queue, concurrency)
  const reads = createDocumentReads({ ...options, concurrency, queue, pace, meter, onFree: () => waiter.wake() })

  const step = async (signal: AbortSignal): Promise<void> => {
    const pauseMs = pace.pauseMs()
    if (pauseMs > 0) return waiter.wait(pauseMs)
    const free = reads.countFree()
    if (free <= 0) return waiter.wait(idleMs)
    const db = await options.database()
    const rows = await queue.take(db, free, reads.ids())
    for (const row of rows) if (!signal.aborted) reads.launch(db, row, signal)
    if (rows.length === 0) await waiter.wait(Math.min(idleMs, (await queue.readNextDue(db)) ?? idleMs))
  }

  const reindex = async (signal: AbortSignal): Promise<void> => {
    try {
      await reindexDocuments({ db: await options.database(), log, signal })
    } catch (error) {
      log.warn({ err: error }, 'kept documents could not be indexed again; the next start tries it')
    }
  }

  return {
    wake: () => {
      // Rows that just arrived are newer than the queued ones and come first.
      queue.forgetOthers()
      waiter.wake()
    },
    first: (auditIds) => {
      if (auditIds.length === 0) return
      queue.want(auditIds)
      waiter.wake()
    },
    run: async (signal) => {
      const own = followSignal(signal, () => waiter.wake())
      const reindexing = reindex(signal)
      while (!signal.aborted) {
        try {
          await step(own.signal)
        } catch (error) {
          const trouble = readTrouble(error)
          if (!trouble.isGeneral) log.error({ err: error }, 'the hydration stumbled')
          pace.noteGeneral(trouble)
        }
      }
      own.unfollow()
      await Promise.all([reindexing, reads.allEnded()])
    },
    status: () => ({ perMinute: meter.perMinute(), tokenRefused: pace.tokenRefused() }),
    underWay: (auditId) => reads.underWay(auditId),
  }
}

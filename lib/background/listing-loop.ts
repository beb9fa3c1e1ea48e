import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { createWaiter } from './waiter'
import type { ListedNoun, WholeListing } from './whole-listing'

export interface ListingLoopOptions {
  noun: ListedNoun
  whole: WholeListing
  database: () => Promise<Database>
  clock: Clock
  log: DatabaseLog
  /** Lists when the process starts, even if it is not due. */
  isAskedAtStart: boolean
  /** Other work, about three times a minute, when no complete listing is due. */
  betweenListings?: (db: Database, signal: AbortSignal) => Promise<void>
}

/** Lists everything of one kind when it is due, and on request. */
export interface ListingLoop {
  start(): void
  /** Ends a running listing; what it has stored stays. */
  stop(): Promise<void>
  /**
   * Waits for a listing of everything that begins after this call.
   * @throws AppError with the reason why it did not complete
   */
  listAll(signal?: AbortSignal): Promise<void>
}

const dueCheckEveryMs = 20_000
/** The interval while a request waits: another console may hold the lease at the moment. */
const askedCheckEveryMs = 1_000

interface Asked {
  resolve: () => void
  reject: (error: unknown) => void
}

const stoppingError = () => new AppError('unavailable', serverText('common.stopping'))

export function createListingLoop({
  noun,
  whole,
  database,
  clock,
  log,
  isAskedAtStart,
  betweenListings,
}: ListingLoopOptions): ListingLoop {
  const waiter = createWaiter(clock)
  /** Callers that wait for the next listing of everything. */
  let asked: Asked[] = []
  let stopping: AbortController | null = null
  let loop: Promise<void> = Promise.resolve()
  let isWanted = isAskedAtStart

  /** One turn: lists when it is due or requested. */
  const turn = async (signal: AbortSignal): Promise<void> => {
    const db = await database()
    const startedAt = await whole.take(db, isWanted || asked.length > 0)
    isWanted = false
    if (startedAt === null) {
      await betweenListings?.(db, signal)
      return
    }
    const waiting = asked
    asked = []
    try {
      await whole.list(db, startedAt, signal)
      for (const { resolve } of waiting) resolve()
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  const run = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await turn(signal).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, `${noun} could not be listed`)
      })
      if (!signal.aborted) await waiter.wait(asked.length > 0 ? askedCheckEveryMs : dueCheckEveryMs)
    }
    for (const { reject } of asked) reject(stoppingError())
    asked = []
  }

  return {
    start: () => {
      if (stopping !== null) return
      stopping = new AbortController()
      stopping.signal.addEventListener('abort', waiter.wake)
      loop = run(stopping.signal)
    },
    stop: async () => {
      stopping?.abort()
      await loop
      stopping = null
    },
    listAll: (signal) =>
      new Promise((resolve, reject) => {
        if (stopping === null || stopping.signal.aborted) {
          reject(stoppingError())
          return
        }
        signal?.throwIfAborted()
        const own: Asked = { resolve, reject }
        asked.push(own)
        signal?.addEventListener(
          'abort',
          () => {
            asked = asked.filter((other) => other !== own)
            reject(signal.reason as Error)
          },
          { once: true },
        )
        waiter.wake()
      }),
  }
}

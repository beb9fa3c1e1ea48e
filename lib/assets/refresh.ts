import 'server-only'
import { createWaiter } from '@/lib/background/waiter'
import { systemClock, type Clock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { readListingState } from './listing-state'
import { refreshTypes } from './type-listing'
import { createWholeListing, type WholeListingOptions } from './whole-listing'

export interface AssetRefresherOptions extends WholeListingOptions {
  database: () => Promise<Database>
  clock: Clock
}

/** Keeps the index of assets as the service has it: lists everything at the start and every ten minutes. */
export interface AssetRefresher {
  start(): void
  /** Ends the listing under way; what it had stored stays. */
  stop(): Promise<void>
  /**
   * Waits for a listing of everything that begins after this call.
   * @throws AppError with why it did not complete
   */
  listAll(signal?: AbortSignal): Promise<void>
  /**
   * Lists the assets of these types now, in the person's lane, so that their counts are up to date. Gives how many the
   * service has.
   * @param patienceMs after which it gives up; a minute when left out
   * @throws AppError with why not; what was listed stays
   */
  listTypes(typeIds: readonly string[], signal?: AbortSignal, patienceMs?: number): Promise<number>
}

const dueCheckEveryMs = 20_000
/** While somebody waits: another console may have the lease at the moment. */
const askedCheckEveryMs = 1_000

interface Asked {
  resolve: () => void
  reject: (error: unknown) => void
}

const stoppingError = () => new AppError('unavailable', 'The console is stopping. Try again in a moment.')

export function createAssetRefresher(options: AssetRefresherOptions): AssetRefresher {
  const { clock, log: logger } = options
  const waiter = createWaiter(clock)
  const whole = createWholeListing(options)
  /** Callers that wait for the next listing of everything. */
  let asked: Asked[] = []
  let stopping: AbortController | null = null
  let loop: Promise<void> = Promise.resolve()
  let isFirst = true

  /** One turn: lists when it is due or asked for. */
  const turn = async (signal: AbortSignal): Promise<void> => {
    const db = await options.database()
    const startedAt = await whole.take(db, isFirst || asked.length > 0)
    isFirst = false
    if (startedAt === null) return
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
        if (!signal.aborted) logger.warn({ err: error }, 'assets could not be listed')
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
    listTypes: async (typeIds, signal, patienceMs) => {
      const db = await options.database()
      return refreshTypes({ db, service: options.service(), clock }, typeIds, { signal, patienceMs })
    },
  }
}

/** The refresher of this process. The boot starts it. */
export function assetRefresher(): AssetRefresher {
  return processWide('assets', () =>
    createAssetRefresher({ database, service, clock: systemClock, log: log().child({ part: 'assets' }) }),
  )
}

/** What POST /api/assets/refresh does: lists these types again, or all. */
export async function refreshAssets(
  typeIds: readonly string[] | undefined,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ assetsAsOf: string | null; count: number }> {
  const db = await database()
  if (typeIds !== undefined) {
    const count = await assetRefresher().listTypes(typeIds, signal)
    return { assetsAsOf: (await readListingState(db)).finishedAt, count }
  }
  await assetRefresher().listAll(signal)
  const { rows } = await db.query<{ n: number }>('select count(*) as n from assets where missing_at is null')
  return { assetsAsOf: (await readListingState(db)).finishedAt, count: rows[0]?.n ?? 0 }
}

import 'server-only'
import { randomUUID } from 'node:crypto'
import { systemClock, type Clock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { tell } from '@/lib/events/publish'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { listStatusGroups } from '@/lib/service/assets'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import { isAppError } from '@/lib/background/trouble'
import { createWaiter } from '@/lib/background/waiter'
import { listAllAssets, listTypes, settleUnlisted } from './listing'
import {
  abandonListing,
  finishListing,
  keepListing,
  readListingState,
  takeListing,
  type ListingTrouble,
} from './listing-state'
import { forgetMissing, hasUnnamedStatus, readInstant, storeStatusNames } from './store'

export interface AssetRefresherOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'call'>
  clock: Clock
  log: DatabaseLog
}

/** Keeps the index of assets as the service has it: lists everything at the start and every ten minutes. */
export interface AssetRefresher {
  start(): void
  /** Ends the listing under way; what it had stored stays. */
  stop(): Promise<void>
  /**
   * Lists everything, begun after this call, and waits for its end.
   * @throws AppError with why it did not get to its end
   */
  listAll(signal?: AbortSignal): Promise<void>
  /**
   * Lists the assets of these types before a person's requests to the service, so that counts are of now. Gives how many
   * the service has.
   * @param patienceMs after which it is given up; a minute when left out
   * @throws AppError with why not; what is known stays
   */
  listTypes(typeIds: readonly string[], signal?: AbortSignal, patienceMs?: number): Promise<number>
}

const lookEveryMs = 20_000
/** A person's patience with a listing of some types. */
const typesPatienceMs = 60_000

/** What an error of a listing means for the reach of the index. */
export function readListingTrouble(error: unknown): { kind: ListingTrouble; message: string } {
  if (!isAppError(error))
    return { kind: 'failed', message: 'Something unexpected went wrong while listing assets. The log has the details.' }
  // A plan without assets answers 404 for the whole list.
  const isRefused = error.code === 'upstream_refused' || error.code === 'not_found'
  return { kind: isRefused ? 'refused' : 'failed', message: error.message }
}

interface Asked {
  resolve: () => void
  reject: (error: unknown) => void
}

export function createAssetRefresher(options: AssetRefresherOptions): AssetRefresher {
  const { clock } = options
  const waiter = createWaiter(clock)
  const leaseId = randomUUID()
  let asked: Asked[] = []
  let stopping: AbortController | null = null
  let loop: Promise<void> = Promise.resolve()
  /** Not named by the newest whole listing, and not known to be gone. */
  let doubtful: ReadonlySet<string> = new Set()
  let isFirst = true

  const run = async (db: Database, startedAt: string, signal: AbortSignal): Promise<void> => {
    const source = { db, service: options.service() }
    try {
      const listed = await listAllAssets(source, {
        lane: 'background',
        signal,
        onPage: async () => {
          if (!(await keepListing(db, leaseId)))
            throw new AppError('unavailable', 'Another console lists the assets by now.')
        },
      })
      doubtful = await settleUnlisted(
        source,
        { listed, since: startedAt, typeIds: null, doubtful },
        { lane: 'background', signal },
      )
      // Some answers tell a status by its id alone.
      if (await hasUnnamedStatus(db))
        await storeStatusNames(db, await listStatusGroups(source.service, { lane: 'background', signal }))
      await forgetMissing(db)
      await finishListing(db, leaseId, startedAt)
      tell('assets')
      options.log.info(
        { assets: listed.ids.size, requests: listed.requests, doubtful: doubtful.size, unread: listed.unreadCount },
        'the assets have been listed',
      )
    } catch (error) {
      const trouble = readListingTrouble(error)
      await abandonListing(db, leaseId, signal.aborted ? null : trouble).catch(() => null)
      tell('assets')
      if (!signal.aborted) {
        if (isAppError(error)) options.log.warn({ code: error.code }, `assets: ${trouble.message}`)
        else options.log.error({ err: error }, 'a listing of the assets failed')
      }
      throw error
    }
  }

  /** One turn: lists when it is due or asked for. */
  const turn = async (signal: AbortSignal): Promise<void> => {
    const db = await options.database()
    const taken = await takeListing(db, { leaseId, isAsked: isFirst || asked.length > 0 })
    // Not taken: another console is at it, and what it finds is in the same index.
    isFirst = false
    if (taken === null) return
    const waiting = asked
    asked = []
    try {
      await run(db, taken.startedAt, signal)
      for (const { resolve } of waiting) resolve()
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  const refuseAll = () => {
    for (const { reject } of asked)
      reject(new AppError('unavailable', 'The console is stopping. Try again in a moment.'))
    asked = []
  }

  return {
    start: () => {
      if (stopping !== null) return
      const own = new AbortController()
      stopping = own
      own.signal.addEventListener('abort', waiter.wake)
      loop = (async () => {
        while (!own.signal.aborted) {
          await turn(own.signal).catch((error: unknown) => {
            if (!own.signal.aborted) options.log.warn({ err: error }, 'assets could not be listed')
          })
          // Another console may be at the listing that somebody waits for here.
          if (!own.signal.aborted) await waiter.wait(asked.length > 0 ? 1_000 : lookEveryMs)
        }
        refuseAll()
      })()
    },
    stop: async () => {
      stopping?.abort()
      await loop
      stopping = null
    },
    listAll: (signal) =>
      new Promise((resolve, reject) => {
        if (stopping === null || stopping.signal.aborted) {
          reject(new AppError('unavailable', 'The console is stopping. Try again in a moment.'))
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
    listTypes: async (typeIds, signal, patienceMs = typesPatienceMs) => {
      const db = await options.database()
      const patience = new AbortController()
      const ended = new AbortController()
      void clock.sleep(patienceMs, ended.signal).then(
        () => patience.abort(),
        () => null,
      )
      const within = AbortSignal.any([patience.signal, ...(signal === undefined ? [] : [signal])])
      const source = { db, service: options.service() }
      try {
        const since = await readInstant(db)
        const listed = await listTypes(source, typeIds, { signal: within })
        await settleUnlisted(
          source,
          { listed, since, typeIds, doubtful: new Set() },
          { lane: 'person', signal: within },
        )
        tell('assets')
        return listed.ids.size
      } catch (error) {
        if (patience.signal.aborted && signal?.aborted !== true)
          throw new AppError(
            'unavailable',
            'These types have more assets than could be listed in the time there was. What was listed is shown; try again, or wait for the next listing of all assets.',
            { cause: error },
          )
        throw error
      } finally {
        ended.abort()
      }
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

import 'server-only'
import { createListingLoop, type ListingLoop } from '@/lib/background/listing-loop'
import { systemClock, type Clock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { assetListing } from './listing-state'
import { refreshTypes } from './type-listing'
import { findUncountedDue } from './uncounted'
import { createAssetListing, type AssetListingOptions } from './whole-listing'

export interface AssetRefresherOptions extends AssetListingOptions {
  database: () => Promise<Database>
  clock: Clock
}

/** Keeps the index of assets up to date with the service: lists all assets at the start and every ten minutes. */
export interface AssetRefresher extends ListingLoop {
  /**
   * Lists the assets of these types now, in the person's lane, so that their counts are up to date. Returns how many
   * assets the service has.
   * @param patienceMs after this time it gives up; by default a minute
   * @throws AppError with the reason; assets that were already listed stay
   */
  listTypes(typeIds: readonly string[], signal?: AbortSignal, patienceMs?: number): Promise<number>
}

export function createAssetRefresher(options: AssetRefresherOptions): AssetRefresher {
  const { clock, log: logger } = options
  const loop = createListingLoop({
    noun: 'assets',
    whole: createAssetListing(options),
    database: options.database,
    clock,
    log: logger,
    isAskedAtStart: true,
    // Lists types that a write has left uncounted and that no other listing will include.
    betweenListings: async (db, signal) => {
      const typeIds = await findUncountedDue(db)
      if (typeIds.length > 0) await refreshTypes({ db, service: options.service(), clock }, typeIds, { signal })
    },
  })
  return {
    ...loop,
    listTypes: async (typeIds, signal, patienceMs) => {
      const db = await options.database()
      return refreshTypes({ db, service: options.service(), clock }, typeIds, { signal, patienceMs })
    },
  }
}

/** The refresher of this process. The console starts it at boot. */
export function assetRefresher(): AssetRefresher {
  return processWide('assets', () =>
    createAssetRefresher({ database, service, clock: systemClock, log: log().child({ part: 'assets' }) }),
  )
}

/** Handles POST /api/assets/refresh: lists these types again, or all types. */
export async function refreshAssets(
  typeIds: readonly string[] | undefined,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ assetsAsOf: string | null; count: number }> {
  const db = await database()
  if (typeIds !== undefined) {
    const count = await assetRefresher().listTypes(typeIds, signal)
    return { assetsAsOf: (await assetListing.read(db)).finishedAt, count }
  }
  await assetRefresher().listAll(signal)
  const { rows } = await db.query<{ n: number }>('select count(*) as n from assets where missing_at is null')
  return { assetsAsOf: (await assetListing.read(db)).finishedAt, count: rows[0]?.n ?? 0 }
}

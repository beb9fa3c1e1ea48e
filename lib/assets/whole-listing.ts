import 'server-only'
import { randomUUID } from 'node:crypto'
import { isAppError } from '@/lib/background/trouble'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { tell } from '@/lib/events/publish'
import { listStatusGroups } from '@/lib/service/assets'
import type { Service } from '@/lib/service/types'
import { listAllAssets, settleUnlisted } from './listing'
import { abandonListing, finishListing, keepListing, takeListing, type ListingTrouble } from './listing-state'
import { forgetMissing, hasUnnamedStatus, storeStatusNames } from './store'

export interface WholeListingOptions {
  service: () => Pick<Service, 'call'>
  log: DatabaseLog
}

/** Lists all assets under a lease, so that one console at a time does. */
export interface WholeListing {
  /**
   * Takes the lease when a listing is due, or at once when `isAsked`. Gives the time of the begin; null when none is due or
   * another console has the lease, which writes to the same index.
   */
  take(db: Database, isAsked: boolean): Promise<string | null>
  /**
   * Lists everything under the lease that was taken at `startedAt`, and ends the lease.
   * @throws AppError or Error with why the listing did not complete; what it stored stays
   */
  list(db: Database, startedAt: string, signal: AbortSignal): Promise<void>
}

/** What an error of a listing means for the reach of the index. */
function readListingTrouble(error: unknown): { kind: ListingTrouble; message: string } {
  if (!isAppError(error))
    return { kind: 'failed', message: 'Something unexpected went wrong while listing assets. The log has the details.' }
  // A plan without assets answers 404 for the whole list.
  const isRefused = error.code === 'upstream_refused' || error.code === 'not_found'
  return { kind: isRefused ? 'refused' : 'failed', message: error.message }
}

export function createWholeListing({ service, log }: WholeListingOptions): WholeListing {
  const leaseId = randomUUID()
  /** Not named by the newest whole listing, and not known to be gone. */
  let doubtful: ReadonlySet<string> = new Set()

  const listAndSettle = async (db: Database, startedAt: string, signal: AbortSignal): Promise<void> => {
    const source = { db, service: service() }
    const onPage = async () => {
      if (!(await keepListing(db, leaseId)))
        throw new AppError('unavailable', 'Another console lists the assets by now.')
    }
    const listed = await listAllAssets(source, { lane: 'background', signal, onPage })
    doubtful = await settleUnlisted(
      source,
      { listed, since: startedAt, typeIds: null, doubtful },
      { lane: 'background', signal },
    )
    // Some answers name a status by its id alone.
    if (await hasUnnamedStatus(db))
      await storeStatusNames(db, await listStatusGroups(source.service, { lane: 'background', signal }))
    await forgetMissing(db)
    await finishListing(db, leaseId, startedAt)
    tell('assets')
    log.info(
      { assets: listed.ids.size, requests: listed.requests, doubtful: doubtful.size, unread: listed.unreadCount },
      'the assets have been listed',
    )
  }

  const abandon = async (db: Database, error: unknown, signal: AbortSignal): Promise<void> => {
    const trouble = readListingTrouble(error)
    await abandonListing(db, leaseId, signal.aborted ? null : trouble).catch(() => null)
    tell('assets')
    if (signal.aborted) return
    if (isAppError(error)) log.warn({ code: error.code }, `assets: ${trouble.message}`)
    else log.error({ err: error }, 'a listing of the assets failed')
  }

  return {
    take: async (db, isAsked) => (await takeListing(db, { leaseId, isAsked }))?.startedAt ?? null,
    list: async (db, startedAt, signal) => {
      try {
        await listAndSettle(db, startedAt, signal)
      } catch (error) {
        await abandon(db, error, signal)
        throw error
      }
    },
  }
}

import 'server-only'
import { createWholeListing, type WholeListing } from '@/lib/background/whole-listing'
import type { DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import { listStatusGroups } from '@/lib/service/assets'
import type { Service } from '@/lib/service/types'
import { listAllAssets, settleUnlisted } from './listing'
import { assetListing } from './listing-state'
import { forgetMissing, hasUnnamedStatus, storeStatusNames } from './store'
import { settleUncounted } from './uncounted'

export interface AssetListingOptions {
  service: () => Pick<Service, 'call'>
  log: DatabaseLog
}

/** Lists all assets into the index, and finds assets in the index that were deleted. */
export function createAssetListing({ service, log }: AssetListingOptions): WholeListing {
  /** Assets that the newest full listing did not return, but that are not known to be deleted. */
  let doubtful: ReadonlySet<string> = new Set()
  return createWholeListing({
    noun: 'assets',
    lease: assetListing,
    log,
    publish: () => publishChange('assets'),
    list: async (db, { startedAt, signal, onPage }) => {
      const source = { db, service: service() }
      const listed = await listAllAssets(source, { lane: 'background', signal, onPage })
      doubtful = await settleUnlisted(
        source,
        { listed, since: startedAt, typeIds: null, doubtful },
        { lane: 'background', signal },
      )
      // Some responses name a status only by its id.
      if (await hasUnnamedStatus(db))
        await storeStatusNames(db, await listStatusGroups(source.service, { lane: 'background', signal }))
      await settleUncounted(db, startedAt, null)
      await forgetMissing(db)
      return {
        assets: listed.ids.size,
        requests: listed.requests,
        doubtful: doubtful.size,
        unread: listed.unreadCount,
      }
    },
  })
}

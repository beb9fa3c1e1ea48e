import 'server-only'
import type { Database } from '@/lib/db/types'
import { getAsset, listAssetsPage, type AssetPageQuery } from '@/lib/service/assets'
import type { CallOptions, Service } from '@/lib/service/types'
import { walkPages } from '@/lib/background/listing-pages'
import { isAppError } from '@/lib/background/trouble'
import { readInstant } from '@/lib/db/read-together'
import { findUnlisted, markAssetsMissing, storeListedAssets } from './store'

/** Reads the service's list of assets into the index, page by page. */

export interface ListingSource {
  db: Database
  service: Pick<Service, 'call'>
}

/** Enough for half a million assets. */
const pagesMax = 5_000
const pageDeadlineMs = { person: 30_000, background: 120_000 } as const

export interface Listed {
  ids: Set<string>
  requests: number
  /**
   * How many entries could not be read. Because it is unknown which assets they are, no asset can be considered
   * unlisted.
   */
  unreadCount: number
}

interface PageOptions extends Pick<CallOptions, 'lane' | 'signal'> {
  /** Called before each page. It may throw to end the listing. */
  onPage?: (readCount: number) => void | Promise<void>
}

/**
 * Reads a list to its end into `listed`. Returns whether it contained archived assets.
 * @throws AppError as `Service.call`; pages that were already read stay stored
 */
async function readList(
  { db, service }: ListingSource,
  asked: Pick<AssetPageQuery, 'typeId' | 'state'>,
  listed: Listed,
  { lane = 'background', signal, onPage }: PageOptions,
): Promise<boolean> {
  let hasArchived = false
  let asOf = ''
  await walkPages({
    noun: 'assets',
    pagesMax,
    read: async (pageToken) => {
      await onPage?.(listed.ids.size)
      asOf = await readInstant(db)
      // Each page is a separate request, because sharing an earlier one could return an older page.
      const own = { lane, deadlineMs: pageDeadlineMs[lane], isFresh: true }
      return listAssetsPage(service, { ...asked, pageToken }, signal === undefined ? own : { ...own, signal })
    },
    take: async ({ assets, unreadCount }) => {
      const before = listed.ids.size
      for (const { assetId, state } of assets) {
        listed.ids.add(assetId)
        hasArchived ||= state === 'archived'
      }
      listed.requests += 1
      listed.unreadCount += unreadCount
      // Noting all assets every ten minutes would cause many unnecessary writes.
      await storeListedAssets(db, assets, asOf, { isNoted: asked.typeId !== undefined })
      // If the service does not know the filter, it returns all assets again.
      const isLast = asked.state !== undefined && assets.some(({ state }) => state !== asked.state)
      return { hasNew: listed.ids.size > before, isLast }
    },
  })
  return hasArchived
}

const nothing = (): Listed => ({ ids: new Set(), requests: 0, unreadCount: 0 })

/**
 * Reads a list to its end, including archived assets. It is not documented whether a list without a state filter
 * includes them. If the list has none, they are requested separately.
 */
async function readWholeList(
  source: ListingSource,
  asked: Pick<AssetPageQuery, 'typeId'>,
  listed: Listed,
  options: PageOptions,
): Promise<void> {
  if (!(await readList(source, asked, listed, options)))
    await readList(source, { ...asked, state: 'archived' }, listed, options)
}

/**
 * Lists all assets, including archived ones.
 * @throws AppError as `Service.call`; pages that were already read stay stored
 */
export async function listAllAssets(source: ListingSource, options: PageOptions = {}): Promise<Listed> {
  const listed = nothing()
  await readWholeList(source, {}, listed, options)
  return listed
}

const typesAtOnce = 4
/**
 * How many of the 800 requests a minute one person may use. Further requests are sent after other people's requests.
 */
const personPagesMax = 60

/**
 * Lists the assets of some types again, for a person who is about to change them.
 * @throws AppError as `Service.call`, and unavailable when it takes longer than `signal` allows
 */
export async function listTypes(
  source: ListingSource,
  typeIds: readonly string[],
  options: Pick<PageOptions, 'signal'> = {},
): Promise<Listed> {
  const listed = nothing()
  const queue = [...new Set(typeIds)]
  const failed = new AbortController()
  const signal = AbortSignal.any([failed.signal, ...(options.signal === undefined ? [] : [options.signal])])
  const work = async () => {
    for (let typeId = queue.shift(); typeId !== undefined; typeId = queue.shift()) {
      const lane = listed.requests < personPagesMax ? 'person' : 'background'
      await readWholeList(source, { typeId }, listed, { lane, signal })
    }
  }
  try {
    await Promise.all(Array.from({ length: typesAtOnce }, work))
  } finally {
    // One listing has failed, so the others need not continue.
    failed.abort()
  }
  return listed
}

/** Up to this many assets are read one by one. */
const askedMax = 50

/**
 * Decides about assets that a full listing did not return. A paged list can skip an asset when another one is deleted
 * during the listing, and a list may be incomplete by mistake, so each of these assets is read individually. If there
 * are too many, they count as missing only if the previous listing did not return them either (`doubtful`). Returns the
 * assets that remain doubtful.
 */
export async function settleUnlisted(
  { db, service }: ListingSource,
  asked: { listed: Listed; since: string; typeIds: readonly string[] | null; doubtful: ReadonlySet<string> },
  options: Pick<CallOptions, 'lane' | 'signal'>,
): Promise<Set<string>> {
  const { listed, since, typeIds, doubtful } = asked
  if (listed.unreadCount > 0) return new Set()
  const unlisted = await findUnlisted(db, { listedIds: listed.ids, since, typeIds })
  const rest = new Set<string>()
  if (unlisted.length > askedMax) {
    await markAssetsMissing(
      db,
      unlisted.filter((id) => doubtful.has(id)),
      since,
    )
    for (const id of unlisted) if (!doubtful.has(id)) rest.add(id)
    return rest
  }
  for (const assetId of unlisted) {
    const asOf = await readInstant(db)
    const asset = await getAsset(service, assetId, options).catch((error: unknown) => {
      if (isAppError(error) && error.code === 'not_found') return null
      options.signal?.throwIfAborted()
      return error instanceof Error ? error : new Error('an asset could not be read')
    })
    if (asset === null) await markAssetsMissing(db, [assetId], asOf)
    else if (asset instanceof Error) {
      if (doubtful.has(assetId)) await markAssetsMissing(db, [assetId], since)
      else rest.add(assetId)
    } else await storeListedAssets(db, [asset], asOf, { isNoted: true })
  }
  return rest
}

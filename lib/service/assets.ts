/**
 * Assets, their types and their status groups at the service. This is the only place that knows the requests and how to
 * read the responses. What cannot be understood is counted and never overwritten.
 */
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import {
  readAsset,
  readAssetPage,
  readAssetTypePage,
  hasStatus,
  type WireAsset,
  type WireAssetType,
} from './asset-shapes'
import type { WirePage } from './shapes'
import {
  readAnsweredId,
  readStatusGroup,
  readStatusGroupPage,
  writeOption,
  type WireStatusGroup,
} from './status-group-shapes'
import type { CallOptions, Service } from './types'

export type { WireAsset, WireAssetType, WireField, WireStatus } from './asset-shapes'
export type { WireOption, WireStatusGroup } from './status-group-shapes'

type Client = Pick<Service, 'call'>

const pageSize = 100
const pagesMax = 500

/**
 * All entries of a list. The list ends at a page without a token, or at a page with a repeated token and nothing new,
 * because some lists of the service repeat their last page.
 */
async function readAllPages<Item>(
  readPage: (pageToken: string | null) => Promise<WirePage<Item>>,
  idOf: (item: Item) => string,
): Promise<{ items: Item[]; unreadCount: number }> {
  const items = new Map<string, Item>()
  const tokens = new Set<string>()
  let unreadCount = 0
  let pageToken: string | null = null
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page: WirePage<Item> = await readPage(pageToken)
    const before = items.size
    for (const item of page.items) items.set(idOf(item), item)
    unreadCount += page.unreadCount
    pageToken = page.nextPageToken
    if (pageToken === null || (tokens.has(pageToken) && items.size === before))
      return { items: [...items.values()], unreadCount }
    tokens.add(pageToken)
  }
  throw new AppError('upstream_failed', serverText('service.endlessList'))
}

const tokenField = (pageToken: string | null) => (pageToken === null ? {} : { page_token: pageToken })

/** All status groups with their options and types. Unreadable entries are reported to `onUnread`. */
export async function listStatusGroups(
  service: Client,
  { onUnread, ...options }: CallOptions & { onUnread?: (count: number) => void } = {},
): Promise<WireStatusGroup[]> {
  const { items, unreadCount } = await readAllPages(
    async (pageToken) =>
      readStatusGroupPage(await service.call('listStatusGroups', { body: tokenField(pageToken) }, options)),
    ({ group }) => group.groupId,
  )
  if (unreadCount > 0) onUnread?.(unreadCount)
  // If the list leaves options out, they are read from the group itself.
  return Promise.all(
    items.map(async ({ group, isWhole }) => (isWhole ? group : getStatusGroup(service, group.groupId, options))),
  )
}

/**
 * One status group as the service has it now. The read is never shared, because decisions are based on it.
 * @throws AppError not_found; upstream_failed when the response is not a group
 */
export async function getStatusGroup(
  service: Client,
  groupId: string,
  options: CallOptions = {},
): Promise<WireStatusGroup> {
  const answer = await service.call(
    'getStatusGroup',
    { params: { statusGroupId: groupId } },
    { ...options, isFresh: true },
  )
  return readStatusGroup(answer).group
}

/**
 * Reads the object after a write whose response has only its id. If the object cannot be read, the outcome is unknown,
 * although the write was done.
 */
async function readBack<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw new AppError('upstream_unknown', serverText('service.changedUnread'), { cause: error })
  }
}

/** @throws AppError as `call`; upstream_unknown also when it was created and could not be read */
export async function createStatusGroup(
  service: Client,
  group: { name: string; description: string; options: ReadonlyArray<{ name: string; color: string }> },
  options: CallOptions = {},
): Promise<WireStatusGroup> {
  const { name, description } = group
  const body = {
    name,
    description,
    options: group.options.map((option) => writeOption({ optionId: null, name: option.name, color: option.color })),
  }
  const answer = await service.call('createStatusGroup', { body }, options)
  return readBack(async () => {
    const groupId = readAnsweredId(answer)
    if (groupId === null) throw new Error('the answer has no id')
    const { group: made, isWhole } = readStatusGroup(answer)
    return isWhole ? made : await getStatusGroup(service, groupId, options)
  })
}

export interface StatusGroupPatch {
  name?: string
  description?: string
  /** All options in order. An option without an id is created, and an option that is left out is removed. */
  options?: ReadonlyArray<{
    optionId: string | null
    name: string
    color: string
    /** Its other fields, which are written back unchanged. */
    rest?: Readonly<Record<string, unknown>>
  }>
  /** The option that assets with removed options move to. Without it they lose their status. */
  moveTo?: string
}

/**
 * Changes only the given fields.
 * @throws AppError as `call`; upstream_unknown also when it was done and could not be read
 */
export async function updateStatusGroup(
  service: Client,
  groupId: string,
  patch: StatusGroupPatch,
  options: CallOptions = {},
): Promise<WireStatusGroup> {
  const mask = (['name', 'description', 'options'] as const).filter((field) => patch[field] !== undefined)
  const fields = {
    ...(patch.name === undefined ? {} : { name: patch.name }),
    ...(patch.description === undefined ? {} : { description: patch.description }),
    ...(patch.options === undefined ? {} : { options: patch.options.map(writeOption) }),
  }
  const body = {
    status_group: fields,
    update_mask: mask.join(','),
    ...(patch.moveTo === undefined ? {} : { reassign_to_option_id: patch.moveTo }),
  }
  const answer = await service.call('updateStatusGroup', { params: { statusGroupId: groupId }, body }, options)
  return readBack(async () => {
    if (readAnsweredId(answer) === groupId) {
      const { group, isWhole } = readStatusGroup(answer)
      if (isWhole) return group
    }
    return getStatusGroup(service, groupId, options)
  })
}

/** Deletes it permanently. Its types then have no group and their assets no status. */
export async function deleteStatusGroup(service: Client, groupId: string, options: CallOptions = {}): Promise<void> {
  await service.call('deleteStatusGroup', { params: { statusGroupId: groupId } }, options)
}

/** Assigns the group to types. A type that had another group loses it, and its assets their status. */
export async function addGroupTypes(
  service: Client,
  groupId: string,
  typeIds: readonly string[],
  options: CallOptions = {},
): Promise<void> {
  await service.call(
    'addStatusGroupTypes',
    { params: { statusGroupId: groupId }, body: { type_ids: [...typeIds] } },
    options,
  )
}

/** Removes the group from types; their assets lose their status. */
export async function removeGroupTypes(
  service: Client,
  groupId: string,
  typeIds: readonly string[],
  options: CallOptions = {},
): Promise<void> {
  await service.call(
    'removeStatusGroupTypes',
    { params: { statusGroupId: groupId }, query: { type_ids: [...typeIds] } },
    options,
  )
}

/**
 * All asset types.
 * @throws AppError upstream_refused or not_found when the token may not list them
 */
export async function listAssetTypes(service: Client, options: CallOptions = {}): Promise<WireAssetType[]> {
  const { items } = await readAllPages(
    async (pageToken) =>
      readAssetTypePage(
        await service.call('listAssetTypes', { body: { page_size: pageSize, ...tokenField(pageToken) } }, options),
      ),
    ({ typeId }) => typeId,
  )
  return items
}

export interface AssetPageQuery {
  typeId?: string | undefined
  siteId?: string | undefined
  /** `active` or `archived`; both when left out. */
  state?: string | undefined
  search?: string | undefined
  pageToken?: string | null | undefined
  pageSize?: number | undefined
}

/** A page of assets. `nextPageToken` may repeat: a loop over all pages must stop at a page without anything new. */
export async function listAssetsPage(
  service: Client,
  asked: AssetPageQuery,
  options: CallOptions = {},
): Promise<{ assets: WireAsset[]; nextPageToken: string | null; unreadCount: number }> {
  const filters = [
    ...(asked.typeId === undefined ? [] : [{ type_id: asked.typeId }]),
    ...(asked.siteId === undefined ? [] : [{ site_id: asked.siteId }]),
    ...(asked.state === undefined ? [] : [{ state: `ASSET_STATE_${asked.state.toUpperCase()}` }]),
  ]
  const body = {
    page_size: Math.min(asked.pageSize ?? pageSize, pageSize),
    ...tokenField(asked.pageToken ?? null),
    ...(asked.search === undefined ? {} : { search: asked.search }),
    ...(filters.length === 0 ? {} : { asset_filters: filters }),
  }
  const { items, ...page } = readAssetPage(await service.call('listAssets', { body }, options))
  return { assets: items, ...page }
}

/**
 * One asset as the service has it now.
 * @throws AppError not_found; upstream_failed when the response is not an asset
 */
export async function getAsset(service: Client, assetId: string, options: CallOptions = {}): Promise<WireAsset> {
  return readAsset(await service.call('getAsset', { params: { assetId } }, { ...options, isFresh: true }))
}

/**
 * Sets the status of an asset, or clears it with null. The body is INFERRED, so a success is only accepted once the
 * asset shows the status.
 * @throws AppError as `call`; upstream_failed when the asset has another status afterwards; upstream_unknown also when
 * it was accepted and the asset could not be read
 */
export async function setAssetStatus(
  service: Client,
  assetId: string,
  optionId: string | null,
  options: CallOptions = {},
): Promise<WireAsset> {
  const statuses = optionId === null ? [] : [{ status_option_id: optionId }]
  const body = { asset: { statuses }, update_mask: 'statuses' }
  const answer = await service.call('updateAsset', { params: { assetId }, body }, options)
  const hasIt = ({ status }: WireAsset) => (status?.optionId ?? null) === optionId
  if (hasStatus(answer)) {
    const told = readAsset(answer)
    if (told.assetId === assetId && told.code !== '' && hasIt(told)) return told
  }
  const now = await readBack(() => getAsset(service, assetId, options))
  if (!hasIt(now)) throw new AppError('upstream_failed', serverText('service.otherStatus'))
  return now
}

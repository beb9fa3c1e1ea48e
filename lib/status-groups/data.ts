import 'server-only'
import { readCounts, readReach, type TypeCounts } from '@/lib/assets/data'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { isAbort } from '@/lib/errors'
import {
  getStatusGroup,
  listAssetTypes,
  listStatusGroups,
  type WireAssetType,
  type WireStatusGroup,
} from '@/lib/service/assets'
import { service } from '@/lib/service/instance'
import { areWritesRefused } from '@/lib/service/refusals'
import type { CallOptions, Service } from '@/lib/service/types'
import { isAppError } from '@/lib/background/trouble'
import type { AssetType, CountedStatusGroup, Reach, StatusGroup, StatusGroupBoard } from './schema'

interface Sources {
  db?: Database
  service?: Pick<Service, 'call'>
  signal?: AbortSignal
}

/** Removes fields of the service that people do not see. */
export function toStatusGroup({ groupId, name, description, options, typeIds }: WireStatusGroup): StatusGroup {
  return {
    groupId,
    name,
    description,
    options: options.map((option) => ({ optionId: option.optionId, name: option.name, color: option.color })),
    typeIds,
  }
}

/** Types from the service, or why it does not list them. With a plan without assets, the whole list is a 404. */
async function readTypes(
  client: Pick<Service, 'call'>,
  options: CallOptions,
): Promise<{ types: WireAssetType[]; reach: Reach['types'] }> {
  try {
    return { types: await listAssetTypes(client, options), reach: 'listed' }
  } catch (error) {
    if (isAbort(error) || !isAppError(error)) throw error
    const isRefused = error.code === 'upstream_refused' || error.code === 'not_found'
    return { types: [], reach: isRefused ? 'refused' : 'failed' }
  }
}

/** Names of types from their assets, for the case that types cannot be listed. */
async function readTypeNames(db: Queryable): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select type_id as id, max(type_name) as name from assets
     where type_id is not null and coalesce(type_name, '') <> '' and missing_at is null group by type_id`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Known names of a group's types, for the log, which needs them after the types are deleted. */
export async function nameTypes(
  group: WireStatusGroup,
  { db, service: client, call }: { db: Queryable; service: Pick<Service, 'call'>; call: CallOptions },
): Promise<Record<string, string>> {
  if (group.typeIds.length === 0) return {}
  const [{ types }, kept] = await Promise.all([readTypes(client, call), readTypeNames(db)])
  const listed = new Map(types.map(({ typeId, name }) => [typeId, name]))
  return Object.fromEntries(
    group.typeIds.flatMap((typeId) => {
      const name = listed.get(typeId) ?? kept.get(typeId)
      return name === undefined ? [] : [[typeId, name]]
    }),
  )
}

/**
 * Groups and types that are read from the service now, with counts of assets from the newest listing.
 * @throws the same errors as `Service.call` if groups cannot be read; `reach` shows what else is missing
 */
export async function readStatusGroupBoard(given: Sources = {}): Promise<StatusGroupBoard> {
  const db = given.db ?? (await database())
  const client = given.service ?? service()
  const options: CallOptions = { lane: 'person', ...(given.signal === undefined ? {} : { signal: given.signal }) }
  const [groups, listed, known] = await Promise.all([
    listStatusGroups(client, options),
    readTypes(client, options),
    readReach(db),
  ])
  const hasCounts = known.assets === 'listed'
  const [counted, keptNames] = await Promise.all([
    hasCounts ? readCounts(db) : null,
    listed.reach === 'listed' ? new Map<string, string>() : readTypeNames(db),
  ])

  const groupOf = new Map<string, string>()
  const names = new Map<string, string>()
  for (const group of groups)
    for (const typeId of group.typeIds) {
      if (!groupOf.has(typeId)) groupOf.set(typeId, group.groupId)
      names.set(typeId, keptNames.get(typeId) ?? typeId)
    }
  for (const { typeId, name } of listed.types) names.set(typeId, name)

  return {
    groups: groups.map((group) => Object.assign(toStatusGroup(group), countGroup(group, counted))),
    types: [...names]
      .map(([typeId, name]) =>
        Object.assign({ typeId, name, groupId: groupOf.get(typeId) ?? null }, countType(typeId, counted)),
      )
      .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true })),
    reach: {
      types: listed.reach,
      assets: known.assets,
      assetsAsOf: known.assetsAsOf,
      areWritesRefused: areWritesRefused('status-groups'),
    },
  }
}

type Counted = Awaited<ReturnType<typeof readCounts>> | null

function countType(typeId: string, counted: Counted): Pick<AssetType, 'assetCount' | 'counts' | 'isCounting'> {
  if (counted === null) return { assetCount: null, counts: null }
  const { assetCount, counts }: TypeCounts = counted.byType.get(typeId) ?? { assetCount: 0, counts: {} }
  return counted.uncounted.has(typeId) ? { assetCount, counts: null, isCounting: true } : { assetCount, counts }
}

/**
 * The number of assets with each status of a group. Unknown while assets of its types, or of other types with these
 * statuses, are being listed.
 */
function countGroup(
  { options, typeIds }: WireStatusGroup,
  counted: Counted,
): Pick<CountedStatusGroup, 'counts' | 'isCounting'> {
  if (counted === null) return { counts: null }
  const { byOption, byType, uncounted } = counted
  const hasStatus = (typeId: string) =>
    options.some(({ optionId }) => byType.get(typeId)?.counts[optionId] !== undefined)
  if (typeIds.some((typeId) => uncounted.has(typeId)) || [...uncounted].some(hasStatus))
    return { counts: null, isCounting: true }
  return {
    counts: Object.fromEntries(
      options.flatMap(({ optionId }) => {
        const count = byOption.get(optionId)
        return count === undefined ? [] : [[optionId, count]]
      }),
    ),
  }
}

/**
 * One group that is read from the service now.
 * @throws AppError not_found; the same errors as `Service.call`
 */
export async function readStatusGroup(
  groupId: string,
  { service: client = service(), signal }: Sources = {},
): Promise<{ group: StatusGroup }> {
  const group = await getStatusGroup(client, groupId, {
    lane: 'person',
    ...(signal === undefined ? {} : { signal }),
  })
  return { group: toStatusGroup(group) }
}

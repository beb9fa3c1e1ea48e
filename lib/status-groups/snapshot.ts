import 'server-only'
import { keepSnapshot, type SnapshotRow } from '@/lib/activity/snapshot-store'
import { listAssetsOfOptions } from '@/lib/assets/data'
import { assetRefresher } from '@/lib/assets/refresh'
import { noteUncounted } from '@/lib/assets/uncounted'
import type { Database } from '@/lib/db/types'
import { isAppError } from '@/lib/background/trouble'
import { serverText } from '@/lib/server-text'
import type { StatusGroup, StatusOption } from './schema'

/** Lists the assets of these types again and updates the index. */
export type RefreshTypes = (typeIds: readonly string[], signal?: AbortSignal) => Promise<unknown>

export const refreshTypes: RefreshTypes = (typeIds, signal) => assetRefresher().listTypes(typeIds, signal)

/** Limits the listing, because a person and everyone who needs the lock wait for it. */
const listingMsMax = 15_000

export interface Kept {
  count: number
  note: string | null
  /** Types whose assets may lose statuses. */
  typeIds: string[]
}

/**
 * Logs which assets have one of these statuses before a write moves or clears them. Their types have no counts until
 * assets are listed after the write.
 * @returns the number of assets, a note why the list may be out of date (null: it is current), and the types
 */
export async function keepStatuses(
  db: Database,
  activityId: string,
  group: StatusGroup,
  options: readonly StatusOption[],
  refresh: RefreshTypes = refreshTypes,
): Promise<Kept> {
  if (options.length === 0) return { count: 0, note: null, typeIds: [] }
  let note: string | null = null
  const optionIds = options.map(({ optionId }) => optionId)
  // Includes types of known assets, because a group may not name all of its types.
  const known = await listAssetsOfOptions(db, optionIds)
  const typeIds = new Set([...group.typeIds, ...known.flatMap(({ typeId }) => (typeId === null ? [] : [typeId]))])
  if (typeIds.size > 0)
    try {
      await refresh([...typeIds], AbortSignal.timeout(listingMsMax))
    } catch (error) {
      const why = isAppError(error) ? error.text : serverText('statusGroups.listingLate')
      note = serverText('statusGroups.keptLastListing', { reason: why })
    }
  const optionOf = new Map(options.map((option) => [option.optionId, option]))
  const assets = await listAssetsOfOptions(db, optionIds)
  const rows = assets.flatMap(({ assetId, code, typeId, status }): SnapshotRow[] => {
    const option = status === null ? undefined : optionOf.get(status.optionId)
    if (option === undefined) return []
    const { optionId, name, color } = option
    return [{ assetId, code, typeId, groupId: group.groupId, optionId, optionName: name, optionColor: color }]
  })
  for (const { typeId } of rows) if (typeId !== null) typeIds.add(typeId)
  await db.transaction(async (tx) => {
    await keepSnapshot(tx, activityId, rows)
    await noteUncounted(tx, activityId, [...typeIds])
  })
  return { count: rows.length, note, typeIds: [...typeIds] }
}

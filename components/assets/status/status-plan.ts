import type { AssetStatus } from '@/lib/assets/schema'
import type { StatusGroupBoard, StatusOption } from '@/lib/status-groups/schema'
import type { useFormatter } from 'next-intl'
import type { Translator } from '@/lib/messages/translator'

/** The statuses that assets can have: those of the group that their type uses. */

export interface TypeStatuses {
  groupId: string
  groupName: string
  options: readonly StatusOption[]
}

/** The group that a type uses; null if it uses none or none is known. */
export function findTypeStatuses(board: StatusGroupBoard | undefined, typeId: string | null): TypeStatuses | null {
  if (board === undefined || typeId === null) return null
  const groupId = board.types.find((type) => type.typeId === typeId)?.groupId
  const group = board.groups.find((each) =>
    groupId === undefined || groupId === null ? each.typeIds.includes(typeId) : each.groupId === groupId,
  )
  return group === undefined ? null : { groupId: group.groupId, groupName: group.name, options: group.options }
}

/** Assets of a selection by their type; null: unknown type. */
export type TypeCounts = ReadonlyMap<string | null, number>

interface LeftOut {
  typeId: string | null
  /** Empty for an unknown type. */
  typeName: string
  count: number
  /** The other group that it uses; null for none. */
  groupName: string | null
}

export interface PlannedGroup {
  groupId: string
  name: string
  options: readonly StatusOption[]
  /** How many of the selection can have its statuses. */
  takes: number
  leftOut: readonly LeftOut[]
}

export interface StatusPlan {
  total: number
  /** Groups that the types of the selection use, those with the most assets first. */
  groups: readonly PlannedGroup[]
  /** Number of assets whose type has no group, so they cannot have a status. */
  withoutGroup: number
}

/** Which statuses a selection can get, for how many of its assets, and which assets are skipped. */
export function planStatuses(board: StatusGroupBoard, counts: TypeCounts): StatusPlan {
  const names = new Map(board.types.map(({ typeId, name }) => [typeId, name]))
  const entries = [...counts]
    .filter(([, count]) => count > 0)
    .map(([typeId, count]) => ({
      typeId,
      count,
      typeName: typeId === null ? '' : (names.get(typeId) ?? typeId),
      statuses: findTypeStatuses(board, typeId),
    }))
  const groupIds = new Set(entries.flatMap(({ statuses }) => (statuses === null ? [] : [statuses.groupId])))
  const total = entries.reduce((sum, { count }) => sum + count, 0)
  const groups = [...groupIds]
    .flatMap((groupId): PlannedGroup[] => {
      const taking = entries.filter(({ statuses }) => statuses?.groupId === groupId)
      const statuses = taking[0]?.statuses
      if (statuses === undefined || statuses === null) return []
      return [
        {
          groupId,
          name: statuses.groupName,
          options: statuses.options,
          takes: taking.reduce((sum, { count }) => sum + count, 0),
          leftOut: entries
            .filter((entry) => entry.statuses?.groupId !== groupId)
            .map(({ typeId, typeName, count, statuses: other }) => ({
              typeId,
              typeName,
              count,
              groupName: other?.groupName ?? null,
            }))
            .toSorted((a, b) => b.count - a.count || a.typeName.localeCompare(b.typeName, 'en')),
        },
      ]
    })
    .toSorted((a, b) => b.takes - a.takes || a.name.localeCompare(b.name, 'en'))
  const withoutGroup = entries.reduce((sum, { statuses, count }) => sum + (statuses === null ? count : 0), 0)
  return { total, groups, withoutGroup }
}

const namedMax = 4

/** "24 assets will be skipped: 20 Ladder (uses Access), 4 Trailer (no status group)" */
export function describeLeftOut(
  t: Translator<'assets.bulk.leftOut'>,
  format: Pick<ReturnType<typeof useFormatter>, 'list'>,
  leftOut: readonly LeftOut[],
): string | null {
  const count = leftOut.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return null
  const named = leftOut.slice(0, namedMax).map(({ count: number, typeName, groupName }) => {
    const type = typeName === '' ? t('unknownType') : typeName
    return groupName === null ? t('noGroup', { number, type }) : t('otherGroup', { number, type, group: groupName })
  })
  const more = leftOut.length - namedMax
  const types = format.list(more > 0 ? [...named, t('more', { count: more })] : named, { type: 'unit' })
  return t('skipped', { count, types })
}

/** Converts a status of a group to the form that assets have. */
export function toAssetStatus(option: StatusOption, groupId: string): AssetStatus {
  return { optionId: option.optionId, name: option.name, color: option.color, groupId }
}

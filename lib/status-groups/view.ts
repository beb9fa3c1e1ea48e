import type { Translator } from '@/lib/messages/translator'
import type { AssetType, CountedStatusGroup, Reach, StatusGroup, StatusGroupBoard } from './schema'

/** What the list of groups shows: summed and described. */

/** A group with what the list shows beside it. */
export interface GroupRow {
  group: CountedStatusGroup
  /** Types that use it, by name. */
  types: AssetType[]
  /** Assets of these types; null if assets cannot be counted. */
  assetCount: number | null
  /** Assets with one of its statuses; null if unknown. */
  statusCount: number | null
}

/** Whether a count is under way whose numbers will arrive by themselves. */
export function isCounting({ groups, types, reach }: StatusGroupBoard): boolean {
  return reach.assets === 'pending' || [...groups, ...types].some((one) => one.isCounting === true)
}

/**
 * The board after a save that moved or cleared statuses of a group. Its counts are unknown until they are read again.
 */
export function forgetCounts(board: StatusGroupBoard, { groupId }: Pick<StatusGroup, 'groupId'>): StatusGroupBoard {
  const forget = <One extends { groupId: string | null; counts: unknown }>(one: One) =>
    one.groupId === groupId && one.counts !== null ? { ...one, counts: null, isCounting: true as const } : one
  return { ...board, groups: board.groups.map(forget), types: board.types.map(forget) }
}

/** Assets of some types; null if any of them cannot be counted. */
function sumAssets(types: readonly AssetType[]): number | null {
  return types.reduce<number | null>(
    (sum, { assetCount }) => (sum === null || assetCount === null ? null : sum + assetCount),
    0,
  )
}

/** Assets with any of a group's statuses; null if they cannot be counted. */
export function sumCounts(counts: Readonly<Record<string, number>> | null): number | null {
  return counts === null ? null : Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** A type as the board lists it; an unlisted type is known by its id only. */
export function readType(board: Pick<StatusGroupBoard, 'types'>, typeId: string, groupId: string | null): AssetType {
  return (
    board.types.find((type) => type.typeId === typeId) ?? {
      typeId,
      name: typeId,
      groupId,
      assetCount: null,
      counts: null,
    }
  )
}

const compareNames = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' })

/** The rows of the list, by name. */
export function listGroupRows(board: StatusGroupBoard): GroupRow[] {
  const types = new Map(board.types.map((type) => [type.typeId, type]))
  const toRow = (group: CountedStatusGroup): GroupRow => {
    const used = group.typeIds
      .map((typeId) => types.get(typeId) ?? readType(board, typeId, group.groupId))
      .toSorted(compareNames)
    return { group, types: used, assetCount: sumAssets(used), statusCount: sumCounts(group.counts) }
  }
  return board.groups.map(toRow).toSorted((a, b) => compareNames(a.group, b.group))
}

/** A name for comparison: case, width and spacing are ignored. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** `name`, or `name 2`, `name 3` … if it is taken, within `charsMax` characters. */
export function numberName(name: string, taken: ReadonlySet<string>, charsMax: number): string {
  if (!taken.has(nameKey(name))) return name
  const bare = name.replace(/ \d{1,2}$/, '')
  for (let number = 2; ; number += 1) {
    const tail = ` ${number}`
    const cut = bare
      .slice(0, charsMax - tail.length)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trimEnd()
    if (!taken.has(nameKey(cut + tail))) return cut + tail
  }
}

/** Why parts of the page are missing, one sentence each. Empty if nothing is missing. */
export function describeGaps(t: Translator<'statusGroups.reach'>, { types, assets }: Reach): string[] {
  const gaps: string[] = []
  if (types === 'refused') gaps.push(t('typesRefused'))
  if (types === 'failed') gaps.push(t('typesFailed'))
  if (assets === 'refused') gaps.push(t('assetsRefused'))
  if (assets === 'failed') gaps.push(t('assetsFailed'))
  return gaps
}

/** Why this person cannot change status groups; null if they can. A refusal of the token is remembered until the next start. */
export function describeRefusal(
  t: Translator<'status.refusal'>,
  may: boolean,
  reach: Pick<Reach, 'areWritesRefused'> | undefined,
): string | null {
  if (!may) return t('role')
  return reach?.areWritesRefused === true ? t('permission') : null
}

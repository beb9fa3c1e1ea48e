import type { Translator } from '@/lib/messages/translator'
import type { AssetType, CountedStatusGroup, Reach, StatusGroup, StatusGroupBoard } from './schema'

/** Sums and texts for the list of groups. */

/** A row of the list of groups. */
export interface GroupRow {
  group: CountedStatusGroup
  /** Types that use the group, sorted by name. */
  types: AssetType[]
  /** Number of assets of these types; null if assets cannot be counted. */
  assetCount: number | null
  /** Number of assets with one of the group's statuses; null if unknown. */
  statusCount: number | null
}

/** Whether assets are being counted, so that numbers will be available soon. */
export function isCounting({ groups, types, reach }: StatusGroupBoard): boolean {
  return reach.assets === 'pending' || [...groups, ...types].some((one) => one.isCounting === true)
}

/**
 * Removes the counts of a group from the board, after a save that moved or cleared statuses. They are unknown until the
 * next read.
 */
export function forgetCounts(board: StatusGroupBoard, { groupId }: Pick<StatusGroup, 'groupId'>): StatusGroupBoard {
  const forget = <One extends { groupId: string | null; counts: unknown }>(one: One) =>
    one.groupId === groupId && one.counts !== null ? { ...one, counts: null, isCounting: true as const } : one
  return { ...board, groups: board.groups.map(forget), types: board.types.map(forget) }
}

/** Number of assets of some types; null if the assets of any type cannot be counted. */
function sumAssets(types: readonly AssetType[]): number | null {
  return types.reduce<number | null>(
    (sum, { assetCount }) => (sum === null || assetCount === null ? null : sum + assetCount),
    0,
  )
}

/** Number of assets with any of a group's statuses; null if they cannot be counted. */
export function sumCounts(counts: Readonly<Record<string, number>> | null): number | null {
  return counts === null ? null : Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** A type from the board. If the board does not list it, only its id is known. */
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

/** The rows of the list, sorted by name. */
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

/** A form of a name for comparison, which ignores case, width and spacing. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** The names of existing groups, in the form in which names are compared. */
export function listTaken(board: Pick<StatusGroupBoard, 'groups'>): Set<string> {
  return new Set(board.groups.map(({ name }) => nameKey(name)))
}

/** `name`, or if it is taken, `name 2`, `name 3` and so on, with at most `charsMax` characters. */
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

/** Sentences that explain which data of the page is missing. Empty if nothing is missing. */
export function describeGaps(t: Translator<'statusGroups.reach'>, { types, assets }: Reach): string[] {
  const gaps: string[] = []
  if (types === 'refused') gaps.push(t('typesRefused'))
  if (types === 'failed') gaps.push(t('typesFailed'))
  if (assets === 'refused') gaps.push(t('assetsRefused'))
  if (assets === 'failed') gaps.push(t('assetsFailed'))
  return gaps
}

/**
 * Why this person cannot change status groups; null if they can. A refusal by the service counts until the next start.
 */
export function describeRefusal(
  t: Translator<'status.refusal'>,
  may: boolean,
  reach: Pick<Reach, 'areWritesRefused'> | undefined,
): string | null {
  if (!may) return t('role')
  return reach?.areWritesRefused === true ? t('permission') : null
}

import type { AssetType, CountedStatusGroup, Reach, StatusGroup, StatusGroupBoard } from './schema'

/** What the list of groups shows: found, sorted, summed, and said in words. */

export const groupSorts = ['name', '-name', 'assets', 'types', 'statuses'] as const
export type GroupSort = (typeof groupSorts)[number]

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** A group with what stands beside it in the list. */
export interface GroupRow {
  group: CountedStatusGroup
  /** Types that use it, by name. */
  types: AssetType[]
  /** Assets of these types; null where assets cannot be counted. */
  assetCount: number | null
  /** Assets that have one of its statuses; null where that is not known. */
  statusCount: number | null
}

/** Whether numbers are missing that come by themselves. */
export function isCounting({ groups, types, reach }: StatusGroupBoard): boolean {
  return reach.assets === 'pending' || [...groups, ...types].some((one) => one.isCounting === true)
}

/** The board after a save that moved or cleared statuses of a group: its numbers are not known before they are read again. */
export function forgetCounts(board: StatusGroupBoard, { groupId }: Pick<StatusGroup, 'groupId'>): StatusGroupBoard {
  const forget = <One extends { groupId: string | null; counts: unknown }>(one: One) =>
    one.groupId === groupId && one.counts !== null ? { ...one, counts: null, isCounting: true as const } : one
  return { ...board, groups: board.groups.map(forget), types: board.types.map(forget) }
}

/** Assets of some types; null where one cannot be counted. */
function sumAssets(types: readonly AssetType[]): number | null {
  return types.reduce<number | null>(
    (sum, { assetCount }) => (sum === null || assetCount === null ? null : sum + assetCount),
    0,
  )
}

/** Assets with any of a group's statuses; null where they cannot be counted. */
export function sumCounts(counts: Readonly<Record<string, number>> | null): number | null {
  return counts === null ? null : Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** A type as far as it is known: by what the board lists, else by its id alone. */
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

/** The rows of the list: those in which each word of `search` stands somewhere, in the order asked for. */
export function listGroupRows(board: StatusGroupBoard, search: string, sort: GroupSort): GroupRow[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const types = new Map(board.types.map((type) => [type.typeId, type]))
  const rows = board.groups.map((group) => {
    const used = group.typeIds
      .map((typeId) => types.get(typeId) ?? readType(board, typeId, group.groupId))
      .toSorted(compareNames)
    return { group, types: used, assetCount: sumAssets(used), statusCount: sumCounts(group.counts) }
  })
  const byName = (a: GroupRow, b: GroupRow) => compareNames(a.group, b.group)
  const compare: Record<GroupSort, (a: GroupRow, b: GroupRow) => number> = {
    name: byName,
    '-name': (a, b) => byName(b, a),
    assets: (a, b) => (b.assetCount ?? -1) - (a.assetCount ?? -1),
    types: (a, b) => b.types.length - a.types.length,
    statuses: (a, b) => b.group.options.length - a.group.options.length,
  }
  return rows
    .filter(({ group, types: used }) => {
      const text = fold(
        [group, ...group.options, ...used].map(({ name }) => name).join('\n') + `\n${group.description}`,
      )
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => compare[sort](a, b) || byName(a, b))
}

/** A name as names are compared: without case, width and spelling of accents. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** `name`, or where it is taken `name 2`, `name 3` …, within `charsMax` characters. */
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

/** What cannot be shown and why, a sentence each. Empty when all is there. */
export function describeGaps({ types, assets }: Reach): string[] {
  const gaps: string[] = []
  if (types === 'refused')
    gaps.push(
      'The service does not let this token list asset types. Shown are those that a group names; types without a group are missing.',
    )
  if (types === 'failed')
    gaps.push(
      'The asset types could not be listed just now. Shown are those that a group names; types without a group are missing.',
    )
  if (assets === 'refused')
    gaps.push(
      'The service does not let this token list assets, so nobody can say here how many have which status. Groups can still be read and changed.',
    )
  if (assets === 'failed') gaps.push('The assets could not be listed just now, so their numbers are missing.')
  return gaps
}

/** Why nothing can be changed here; null when it can. The token's refusal is remembered since the console started. */
export function describeRefusal(may: boolean, reach: Pick<Reach, 'areWritesRefused'> | undefined): string | null {
  if (!may) return 'Your role can read status groups, not change them. An admin of this console can change them.'
  if (reach?.areWritesRefused === true)
    return 'The service refused a change: the token lacks the permission “Assets: Settings”. Everything can still be read.'
  return null
}

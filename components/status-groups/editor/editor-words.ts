import { formatCount } from '@/lib/browser/numbers'
import type { AssetType } from '@/lib/status-groups/schema'
import { readColor, type ColorHint } from '@/lib/status-groups/color'

/** `34 assets`, `1 asset`; null where they cannot be counted. */
export function countAssets(count: number | null): string {
  if (count === null) return 'an unknown number of assets'
  return `${formatCount(count)} ${count === 1 ? 'asset' : 'assets'}`
}

/** `20 Forklift, 14 Ladder`: assets with a status by their types, most first; empty where that is not known. */
export function describeByType(types: readonly AssetType[], optionId: string): string {
  const counted = types.flatMap(({ name, counts }) => {
    const count = counts?.[optionId] ?? 0
    return count === 0 ? [] : [{ name, count }]
  })
  const sorted = counted.toSorted((one, other) => other.count - one.count)
  const shown = sorted.slice(0, typesNamed).map(({ name, count }) => `${formatCount(count)} ${name}`)
  const more = sorted.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more ${more === 1 ? 'type' : 'types'}`] : [])].join(', ')
}

const typesNamed = 4

/** Names as one would say them: “A”, “B” and “C”. */
export function joinNames(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name.trim() === '' ? 'no name yet' : name.trim()}”`)
  const last = quoted.at(-1) ?? ''
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} and ${last}`
}

/** A hint about colours of statuses, as a sentence. `nameOf` tells the name of a status by its key. */
export function describeHint(hint: Exclude<ColorHint, { kind: 'mistaken' }>, nameOf: (key: string) => string): string {
  const names = joinNames(hint.keys.map(nameOf))
  if (hint.kind === 'same')
    return `${names} are ${hint.keys.length === 2 ? 'both' : 'all'} ${hint.name.toLowerCase()}: only their names tell them apart.`
  return `${names}: Sightline does not know the colour “${hint.name}” and shows it grey. It is kept as it is.`
}

/** All pairs of colours that are mistaken, in one sentence; none where there are none. */
export function describeMistaken(hints: readonly ColorHint[]): string[] {
  const pairs = hints.flatMap((hint) => (hint.kind === 'mistaken' ? [hint] : []))
  if (pairs.length === 0) return []
  const visions = new Set(pairs.flatMap((pair) => pair.visions))
  const who =
    visions.size === 2 ? 'green-blind or red-blind' : visions.has('deuteranopia') ? 'green-blind' : 'red-blind'
  const colors = pairs.map(({ names }) => names.map((name) => name.toLowerCase()).join(' and ')).join('; ')
  return [
    `Alike to people who are ${who}: ${colors}. Here each colour has a shape of its own too; elsewhere only the names may tell them apart.`,
  ]
}

export const colorName = (color: string) => readColor(color).name

/** What a deletion did to assets. */
export function describeDeletion(snapshotCount: number): string {
  return snapshotCount === 0
    ? 'No assets lost their status.'
    : `${countAssets(snapshotCount)} lost their status. Create the group again, then restore the statuses from History.`
}

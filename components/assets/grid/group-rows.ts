import type { GroupHead } from '@/components/ui/data-table/table-types'
import { type AssetFacets, type AssetFilter, type AssetGrouping, type AssetRow, noStatus } from '@/lib/assets/schema'

export type Place = GroupHead | AssetRow
export const isHead = (place: Place): place is GroupHead => 'label' in place

const facetLists = { type: 'types', site: 'sites', status: 'statuses' } as const
/** Identifies the group of rows without a value. */
const noneId = ''

/** The name that the rows of a group have in common; null: they have none. */
const readers: Readonly<Record<AssetGrouping, (row: AssetRow) => string | null>> = {
  type: ({ typeName, typeId }) => typeName ?? typeId,
  site: ({ siteName, siteId }) => siteName ?? siteId,
  status: ({ status }) => status?.name ?? null,
}

/** How many rows each group has under all filters. Two types may have the same name: their rows are one group. */
export function countGroups(
  facets: AssetFacets | undefined,
  filter: AssetFilter,
  group: AssetGrouping,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { id, name, count } of facets?.[facetLists[group]] ?? []) {
    const isChosen = filter[group].length === 0 || filter[group].includes(id)
    const key = id === noStatus ? noneId : name.toLowerCase()
    if (isChosen && count > 0) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

/** Rows that come sorted by a column, below the headers of their groups. `none`: what rows without a value are called. */
export function placeRows(
  rows: readonly AssetRow[],
  { group, counts, none }: { group: AssetGrouping; counts: ReadonlyMap<string, number>; none: string },
): Place[] {
  let last: string | null = null
  const places: Place[] = []
  for (const row of rows) {
    const name = readers[group](row)
    const id = name?.toLowerCase() ?? noneId
    if (id !== last) places.push({ id, label: name ?? none, count: counts.get(id) ?? null, isOpen: true, toggle: null })
    last = id
    places.push(row)
  }
  return places
}

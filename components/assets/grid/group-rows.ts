import { isChosen } from '@/components/assets/address'
import type { AssetFacets, AssetFilter, AssetGrouping, AssetRow } from '@/lib/assets/schema'
import { noStatus } from '@/lib/assets/values-model'

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
    const isListed = filter[group].length === 0 || isChosen(filter[group], { id, name })
    const key = id === noStatus ? noneId : name.toLowerCase()
    if (isListed && count > 0) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

/** The group of a row. `none`: what rows without a value are called. */
export function groupOfRow(row: AssetRow, group: AssetGrouping, none: string): { id: string; label: string } {
  const name = readers[group](row)
  return { id: name?.toLowerCase() ?? noneId, label: name ?? none }
}

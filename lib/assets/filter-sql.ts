import 'server-only'
import type { Values } from '@/lib/inspections/filter/filter-sql'
import { foldText } from '@/lib/search/search-text'
import type { AssetPosition } from './cursor'
import { noStatus, type AssetFilter, type AssetSort } from './schema'

/** Invariant: every value is a parameter; the SQL around them is ours alone. */

export type AssetDimension = 'type' | 'site' | 'status'

const dimensionColumns = { type: 'type_id', site: 'site_id', status: 'option_id' } as const satisfies Record<
  AssetDimension,
  string
>

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

function writeIds(column: string, wanted: readonly string[], values: Values): string[] {
  if (wanted.length === 0) return []
  const ids = wanted.filter((id) => id !== noStatus)
  const parts = [
    ...(ids.length === 0 ? [] : [`${column} = any(${values.add(ids, 'text[]')})`]),
    ...(ids.length === wanted.length ? [] : [`${column} is null`]),
  ]
  return [`(${parts.join(' or ')})`]
}

/** What a filter asks of a row but for type, site and status, as SQL. */
export function writeAssetBase(filter: Omit<AssetFilter, 'sort'>, values: Values): string {
  const words = foldText(filter.q)
    .split(/\s+/)
    .filter((word) => word !== '')
  return [
    'missing_at is null',
    ...(filter.state === 'all' ? [] : [`state = ${values.add(filter.state, 'text')}`]),
    ...writeIds('group_id', filter.group, values),
    ...words.map((word) => `search_text like ${values.add(`%${escapeLike(word)}%`, 'text')}`),
  ].join(' and ')
}

/** What a filter asks of a row's type, site and status; `without` leaves one out, for the counts of its values. */
export function writeAssetChoices(
  filter: Omit<AssetFilter, 'sort'>,
  values: Values,
  without: AssetDimension | null = null,
): string {
  const conditions = (['type', 'site', 'status'] as const).flatMap((dimension) =>
    dimension === without ? [] : writeIds(dimensionColumns[dimension], filter[dimension], values),
  )
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

/** All that a filter asks of a row. */
export function writeAssetWhere(filter: Omit<AssetFilter, 'sort'>, values: Values): string {
  return `${writeAssetBase(filter, values)} and ${writeAssetChoices(filter, values)}`
}

// ASCII letters alone, because what lower() makes of others depends on the server's locale. Cut, because a cursor holds it.
const folded = (column: string) => `left(lower(${column} collate "C"), 200)`

const sortKeys = {
  code: { key: folded('code'), type: 'text' },
  type: { key: folded('type_name'), type: 'text' },
  site: { key: folded('site_name'), type: 'text' },
  status: { key: folded('option_name'), type: 'text' },
  modified: { key: 'modified_at', type: 'timestamptz' },
} as const

function readSort(sort: AssetSort) {
  const name = (sort.startsWith('-') ? sort.slice(1) : sort) as keyof typeof sortKeys
  return { ...sortKeys[name], isDescending: sort.startsWith('-') }
}

/** The order of a list: by its value, rows without one last whichever way, equal ones by their id. */
export function writeAssetOrder(sort: AssetSort): { key: string; order: string } {
  const { key, isDescending } = readSort(sort)
  const direction = isDescending ? 'desc' : 'asc'
  return { key, order: `${key} ${direction} nulls last, asset_id ${direction}` }
}

/** Rows after a place in an order. */
export function writeAssetAfter(sort: AssetSort, { value, assetId }: AssetPosition, values: Values): string {
  const { key, type, isDescending } = readSort(sort)
  const sign = isDescending ? '<' : '>'
  const id = values.add(assetId, 'text')
  if (value === null) return `(${key} is null and asset_id ${sign} ${id} collate "C")`
  const place = values.add(value, type)
  const typed = type === 'text' ? `${place} collate "C"` : place
  return `(${key} ${sign} ${typed} or (${key} = ${typed} and asset_id ${sign} ${id} collate "C") or ${key} is null)`
}

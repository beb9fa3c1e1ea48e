import 'server-only'
import { foldedKey, foldedKeys, type Keyset, type SortKey } from '@/lib/db/keyset'
import { likePart, type Values } from '@/lib/db/values'
import { foldText } from '@/lib/search/search-text'
import type { AssetSortName } from './columns'
import type { AssetFilter, AssetGrouping } from './schema'
import { noStatus } from './values-model'

/** Invariant: every value is a parameter, and the SQL around the values is written here. */

export type AssetDimension = 'type' | 'site' | 'status'

const dimensionColumns = { type: 'type_id', site: 'site_id', status: 'option_id' } as const satisfies Record<
  AssetDimension,
  string
>

/** Columns with names next to the ids, so that addresses are readable: `?type=Forklift`. */
const nameColumns = { type: 'type_name', site: 'site_name', status: 'option_name' } as const satisfies Record<
  AssetDimension,
  string
>

/**
 * Whether a name is one of the given texts in any case. The database lowers both sides, because its collation may lower
 * other letters than JavaScript does.
 */
export function writeNamed(nameColumn: string, given: string): string {
  return `lower(${nameColumn}) = any(array(select lower(named) from unnest(${given}) as named))`
}

function writeIds(column: string, wanted: readonly string[], values: Values, nameColumn?: string): string[] {
  if (wanted.length === 0) return []
  const ids = wanted.filter((id) => id !== noStatus)
  const given = ids.length === 0 ? '' : values.add(ids, 'text[]')
  const parts = [
    ...(ids.length === 0 ? [] : [`${column} = any(${given})`]),
    ...(ids.length === 0 || nameColumn === undefined ? [] : [writeNamed(nameColumn, given)]),
    ...(ids.length === wanted.length ? [] : [`${column} is null`]),
  ]
  return [`(${parts.join(' or ')})`]
}

/** The conditions of a filter except type, site and status, as SQL. */
export function writeAssetBase(filter: Omit<AssetFilter, 'sort'>, values: Values): string {
  const words = foldText(filter.q)
    .split(/\s+/)
    .filter((word) => word !== '')
  return [
    'missing_at is null',
    ...(filter.state === 'all' ? [] : [`state = ${values.add(filter.state, 'text')}`]),
    ...writeIds('group_id', filter.group, values),
    ...words.map((word) => `search_text like ${values.add(likePart(word), 'text')}`),
  ].join(' and ')
}

/**
 * The conditions of a filter on type, site and status. `without` leaves one of them out, so that its values can be
 * counted.
 */
export function writeAssetChoices(
  filter: Omit<AssetFilter, 'sort'>,
  values: Values,
  without: AssetDimension | null = null,
): string {
  const conditions = (['type', 'site', 'status'] as const).flatMap((dimension) =>
    dimension === without
      ? []
      : writeIds(dimensionColumns[dimension], filter[dimension], values, nameColumns[dimension]),
  )
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

/** All conditions of a filter on a row. */
export function writeAssetWhere(filter: Omit<AssetFilter, 'sort'>, values: Values): string {
  return `${writeAssetBase(filter, values)} and ${writeAssetChoices(filter, values)}`
}

/** The possible orders of a list. */
export const assetKeyset: Keyset<AssetSortName> = {
  id: 'asset_id',
  keys: {
    code: foldedKey('code'),
    type: foldedKeys('type_name', 'code'),
    site: foldedKeys('site_name', 'code'),
    status: foldedKeys('option_name', 'code'),
    state: foldedKey('state'),
    modified: { key: 'modified_at', type: 'timestamptz' },
    id: { key: 'asset_id', type: 'text' },
  },
}

const groupKeys: Readonly<Record<AssetGrouping, SortKey>> = {
  type: foldedKey('coalesce(type_name, type_id)'),
  site: foldedKey('coalesce(site_name, site_id)'),
  status: foldedKey('option_name'),
}

/**
 * The key by which rows are grouped before they are sorted; null if they are sorted by the same column, because they
 * are then grouped anyway.
 */
export function groupKeyOf({ groupBy, sort }: Pick<AssetFilter, 'groupBy' | 'sort'>): SortKey | null {
  return groupBy === undefined || sort === groupBy || sort === `-${groupBy}` ? null : groupKeys[groupBy]
}

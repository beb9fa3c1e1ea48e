import type { Route } from 'next'
import { type AssetFilter, assetFilter, assetGroupings, assetSorts, assetStates } from '@/lib/assets/schema'

/** Filters that hold several values. */
export const facetKinds = ['type', 'site', 'status', 'group'] as const
export type FacetKind = (typeof facetKinds)[number]

export const filterNames = ['q', ...facetKinds, 'state', 'sort', 'groupBy'] as const
export type FilterName = (typeof filterNames)[number]

const valuesMax = 100
const charsMax = 200

/**
 * The filter that an address asks for. Server and browser read it in the same way, so that the page finds the rows that were
 * sent with it. Invalid values become the defaults.
 */
export function readAssetAddress(read: (name: FilterName) => readonly string[]): AssetFilter {
  const list = (name: FacetKind) =>
    [...new Set(read(name).filter((value) => value !== '' && value.length <= charsMax))].slice(0, valuesMax)
  const [state] = read('state')
  const [sort] = read('sort')
  const [groupBy] = read('groupBy')
  return assetFilter.parse({
    q: (read('q')[0] ?? '').trim().slice(0, charsMax),
    type: list('type'),
    site: list('site'),
    status: list('status'),
    group: list('group'),
    state: assetStates.find((known) => known === state),
    sort: assetSorts.find((known) => known === sort),
    groupBy: assetGroupings.find((known) => known === groupBy),
  })
}

/** The key of a list. */
export function writeFilterKey(filter: AssetFilter): string {
  return JSON.stringify(filterNames.map((name) => filter[name]))
}

/** The key of the contents of a list, in any order. */
export function writeSetKey(filter: AssetFilter): string {
  return writeFilterKey({ ...filter, sort: 'code', groupBy: undefined })
}

/** Whether the filter excludes anything. */
export function isNarrowed(filter: AssetFilter): boolean {
  return filter.q !== '' || filter.state !== 'active' || facetKinds.some((kind) => filter[kind].length > 0)
}

/** The assets of a type. The cast is safe, because only the query differs from the list's address. */
export function typeHref(typeName: string): Route {
  return `/assets?${new URLSearchParams({ type: typeName }).toString()}` as Route
}

/** The list with the sheet of one asset open. The cast is safe, because only the query differs from the list's address. */
export function assetHref(assetId: string): Route {
  return `/assets?row=${encodeURIComponent(assetId)}` as Route
}

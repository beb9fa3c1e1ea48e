import type { Route } from 'next'
import type { AssetFilter } from '@/lib/assets/schema'
import { assetGroupings, assetSorts, assetStates, noStatus } from '@/lib/assets/values-model'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'

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
  return {
    q: (read('q')[0] ?? '').trim().slice(0, charsMax),
    type: list('type'),
    site: list('site'),
    status: list('status'),
    group: list('group'),
    state: assetStates.find((known) => known === state) ?? 'active',
    sort: assetSorts.find((known) => known === sort) ?? 'code',
    groupBy: assetGroupings.find((known) => known === groupBy),
  }
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

/** Whether a filter has a value. Addresses name values by their id, or by their name in any case. */
export function isChosen(chosen: readonly string[], { id, name }: { id: string; name: string }): boolean {
  const folded = name.toLowerCase()
  return chosen.some((value) => value === id || value.toLowerCase() === folded)
}

/** Whether an address can hold a name: `none` and an empty text mean something else, and long texts are ignored. */
const isAddressable = (name: string) => name !== '' && name.toLowerCase() !== noStatus && name.length <= charsMax

/** How an address names a type: by its name, or by its id unless all types are known and no other has this name. */
export function writeTypeKey(board: StatusGroupBoard | undefined, type: { id: string; name: string }): string {
  if (board?.reach.types !== 'listed' || !isAddressable(type.name)) return type.id
  const named = board.types.filter(({ typeId, name }) => isChosen([type.name], { id: typeId, name }))
  return named.length === 1 && named[0]?.typeId === type.id ? type.name : type.id
}

/** Values of a type filter that no type has as its id or name. Empty unless all types are known. */
export function findUnknownTypes(board: StatusGroupBoard | undefined, chosen: readonly string[]): string[] {
  if (board?.reach.types !== 'listed') return []
  return chosen.filter(
    (value) => value !== noStatus && !board.types.some(({ typeId, name }) => isChosen([value], { id: typeId, name })),
  )
}

/** The assets of a type. The cast is safe, because only the query differs from the list's address. */
export function typeHref(typeName: string): Route {
  return `/assets?${new URLSearchParams({ type: typeName }).toString()}` as Route
}

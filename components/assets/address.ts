import type { Route } from 'next'
import { assetGroupings, assetSorts, assetStates, noStatus } from '@/lib/assets/values-model'
import type { AssetFilter } from '@/lib/assets/schema'
import { listFilter } from '@/lib/browser/lists/list-filter'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'

/** Filters that hold several values. */
export const facetKinds = ['type', 'site', 'status', 'group'] as const
export type FacetKind = (typeof facetKinds)[number]

const charsMax = 200

/** Every asset that is not archived. */
const everything: AssetFilter = {
  q: '',
  type: [],
  site: [],
  status: [],
  group: [],
  state: 'active',
  sort: 'code',
  groupBy: undefined,
}

/** The filter in the address of the list. */
export const assetAddress = listFilter({
  facets: facetKinds,
  sorts: assetSorts,
  groupings: assetGroupings,
  choices: { state: assetStates },
  charsMax: { search: charsMax, value: charsMax },
  defaults: everything,
})

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

'use client'

import { parseAsNativeArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { AssetFilter, AssetGrouping, AssetSort } from '@/lib/assets/schema'
import { assetGroupings } from '@/lib/assets/values-model'
import { type FacetKind, isNarrowed, readAssetAddress, writeFilterKey } from './address'

const values = parseAsNativeArrayOf(parseAsString)
const keys = {
  q: parseAsString,
  type: values,
  site: values,
  status: values,
  group: values,
  state: parseAsString,
  sort: parseAsString,
  groupBy: parseAsStringLiteral(assetGroupings),
  row: parseAsString,
  change: parseAsString,
}
type History = { history?: 'push' | 'replace' }

export interface AssetState {
  filter: AssetFilter
  /** Identifies this list. */
  filterKey: string
  isFiltered: boolean
  search: (text: string, options?: History) => void
  choose: (kind: FacetKind, values: readonly string[], options?: History) => void
  setState: (state: AssetFilter['state']) => void
  setSort: (sort: AssetSort) => void
  /** The column by whose values the rows are grouped. */
  group: AssetGrouping | null
  setGroup: (group: AssetGrouping | null) => void
  /** Clears every filter; the order stays. */
  clear: () => void
  /** The asset whose sheet is open. */
  row: string | null
  setRow: (row: string | null, options?: History) => void
  /** The change that was started here and whose progress is shown. */
  change: string | null
  setChange: (changeId: string | null) => void
}

/** The state of the list, which is kept only in the address. */
export function useAssetState(): AssetState {
  const [address, setAddress] = useQueryStates(keys)
  const { groupBy } = address
  const asked = readAssetAddress((name) => [address[name] ?? []].flat())
  const filterKey = writeFilterKey(asked)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the value
  const filter = useMemo(() => asked, [filterKey])
  const push = (changes: Parameters<typeof setAddress>[0]) => void setAddress(changes, { history: 'push' })
  return {
    filter,
    filterKey,
    isFiltered: isNarrowed(filter),
    search: (text, { history = 'replace' } = {}) =>
      void setAddress({ q: text.trim() === '' ? null : text.trim() }, { history }),
    choose: (kind, chosen, { history = 'push' } = {}) =>
      void setAddress({ [kind]: chosen.length === 0 ? null : [...chosen] }, { history }),
    setState: (state) => push({ state: state === 'active' ? null : state }),
    setSort: (sort) => push({ sort: sort === 'code' ? null : sort }),
    group: groupBy,
    setGroup: (next) => push({ groupBy: next }),
    clear: () => push({ q: null, type: null, site: null, status: null, group: null, state: null }),
    row: address.row,
    setRow: (row, { history = 'replace' } = {}) => void setAddress({ row }, { history }),
    change: address.change,
    setChange: (change) => void setAddress({ change }, { history: 'replace' }),
  }
}

'use client'

import { parseAsNativeArrayOf, parseAsString, useQueryStates } from 'nuqs'
import { useMemo, useState } from 'react'
import { findSort, readOrder } from '@/components/ui/data-table/columns/sort-order'
import type { Sort } from '@/components/ui/data-table/table-types'
import type { ListFilter } from '@/lib/browser/lists/list-filter'

const values = parseAsNativeArrayOf(parseAsString)

/** The filter, order and groups of a list that the server sorts and filters. They are kept only in the address. */
export function useListFilter<
  Facet extends string,
  Order extends string,
  Group extends string,
  Filter extends { sort: Order },
>(address: ListFilter<Facet, Order, Group, Filter>) {
  const [keys] = useState(() =>
    Object.fromEntries([...address.setNames, 'sort', 'groupBy'].map((name) => [name, values] as const)),
  )
  const [params, setParams] = useQueryStates(keys)
  const asked = address.read(params)
  const filterKey = address.writeKey(asked)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the value
  const filter = useMemo(() => asked, [filterKey])
  const push = (changes: Record<string, string[] | null>) => void setParams(changes, { history: 'push' })
  /** Sets a parameter that has one value. */
  const set = (name: string, value: string | null) => push({ [name]: value === null ? null : [value] })
  const setSort = (sort: Order) => set('sort', sort === address.defaults.sort ? null : sort)
  return {
    filter,
    /** Identifies this list. */
    filterKey,
    /** Identifies the rows of this list, in any order. */
    setKey: address.writeSetKey(filter),
    isFiltered: address.isNarrowed(filter),
    search: (text: string) => void setParams({ q: text.trim() === '' ? null : [text.trim()] }, { history: 'replace' }),
    choose: (name: Facet, chosen: readonly string[]) => push({ [name]: chosen.length === 0 ? null : [...chosen] }),
    set,
    sorts: address.sorts,
    setSort,
    /** The order, in the form that a table expects. */
    order: readOrder(filter.sort),
    setOrder: (order: Sort) => {
      const sort = findSort(address.sorts, order)
      if (sort !== undefined) setSort(sort)
    },
    /** By what the rows are grouped. */
    group: address.readGroup(params),
    groupings: address.groupings,
    setGroup: (group: string | null) => set('groupBy', group),
    /** Removes every filter; order and groups stay. */
    clear: () => push(Object.fromEntries(address.setNames.map((name) => [name, null]))),
  }
}

'use client'

import { parseAsNativeArrayOf, parseAsString, useQueryStates } from 'nuqs'
import { useState } from 'react'
import type { Sort } from '@/components/ui/data-table/table-types'
import { type Chosen, isFiltered, readChosen } from './record-model'
import { readOrder, writeOrder } from '@/components/ui/data-table/columns/sort-order'
import type { RecordColumn } from './record-types'

const keys = { q: parseAsString, sort: parseAsString, groupBy: parseAsString }
const values = parseAsNativeArrayOf(parseAsString)

export interface RecordAddress {
  words: string
  search: (words: string) => void
  chosen: Chosen
  choose: (id: string, keys: readonly string[]) => void
  sort: Sort
  setSort: (sort: Sort) => void
  /** The column by which rows are grouped; null for no groups. */
  group: string | null
  setGroup: (id: string | null) => void
  /** Whether the search or a filter hides rows. */
  isNarrowed: boolean
  /** Removes the search and all filters, and keeps the order and groups. */
  clear: () => void
  /** Identifies the list that the address describes. */
  key: string
}

/**
 * The state of a list, which is kept in its address: `q`, `sort=-changed`, `groupBy=kind`, and a parameter for each
 * column with a filter, such as `kind=group`. Columns must always have the same ids.
 */
export function useRecordAddress<Row>(columns: ReadonlyArray<RecordColumn<Row>>, first: Sort): RecordAddress {
  const [facetKeys] = useState(() =>
    Object.fromEntries(columns.filter(isFiltered).map(({ id }) => [id, values] as const)),
  )
  const [address, setAddress] = useQueryStates(keys)
  const [written, setChosen] = useQueryStates(facetKeys)
  const chosen = readChosen(columns, written)
  const sort = readSort(columns, address.sort) ?? first
  const group = columns.find(({ id, facet }) => id === address.groupBy && facet !== undefined)?.id ?? null
  const words = address.q ?? ''
  return {
    words,
    search: (text) => void setAddress({ q: text.trim() === '' ? null : text }, { history: 'replace' }),
    chosen,
    choose: (id, next) => void setChosen({ [id]: next.length === 0 ? null : [...next] }, { history: 'push' }),
    sort,
    setSort: (next) => void setAddress({ sort: writeOrder(next) === writeOrder(first) ? null : writeOrder(next) }),
    group,
    setGroup: (id) => void setAddress({ groupBy: id }, { history: 'push' }),
    isNarrowed: words.trim() !== '' || Object.values(written).some((list) => list.length > 0),
    clear: () => {
      void setAddress({ q: null }, { history: 'push' })
      void setChosen(null, { history: 'push' })
    },
    key: JSON.stringify([words, writeOrder(sort), group, chosen]),
  }
}

/** Null if the list cannot be sorted by this column. */
function readSort<Row>(columns: ReadonlyArray<RecordColumn<Row>>, text: string | null): Sort | null {
  if (text === null) return null
  const sort = readOrder(text)
  return columns.some(({ id, isSortable }) => id === sort.name && isSortable !== false) ? sort : null
}

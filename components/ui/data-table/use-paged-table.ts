'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { computeWindow } from '@/lib/browser/lists/row-window'
import { usePagedRows } from '@/lib/browser/lists/use-paged-rows'
import type { TableRows } from './table-types'
import { firstViewport } from './use-measured-viewport'

/**
 * The rows of a list that the server sorts and filters, which follow each other by a cursor, as a table takes them. While another
 * list loads, the previous one stays on screen. `listKey` names the list that the address asks for.
 */
export function usePagedTable<Row, One extends { rows: readonly Row[]; total: number }>(
  query: UseInfiniteQueryResult<InfiniteData<One>>,
  listKey: string,
) {
  const [viewport, setViewport] = useState(firstViewport)
  const [knownTotal, setKnownTotal] = useState(0)
  const [shownKey, setShownKey] = useState(listKey)
  if (shownKey !== listKey) {
    setShownKey(listKey)
    setViewport({ ...viewport, scrollTop: 0 })
  }
  const { end } = computeWindow({
    scrollTop: viewport.scrollTop,
    viewportHeight: viewport.height,
    rowHeight: viewport.rowHeight,
    total: knownTotal,
  })
  // The list that the rows on screen are of: the table keeps its rows in place for as long as it is the same one.
  const [rowsKey, setRowsKey] = useState(listKey)
  if (!query.isPlaceholderData && rowsKey !== listKey) setRowsKey(listKey)
  const { rows, last, ...paged } = usePagedRows<Row, One>(query, end)
  const total = last?.total ?? null
  if (total !== null && total !== knownTotal) setKnownTotal(total)
  const table: TableRows<Row> = {
    read: (position) => rows[position],
    version: rows,
    total,
    totalIsExact: true,
    // None is loaded out of order.
    load: (from, to) => Promise.resolve(rows.slice(from, to + 1)),
  }
  return { ...paged, rows, table, total, head: last, isOld: query.isPlaceholderData, rowsKey, viewport, setViewport }
}

export type PagedTable<Row, One extends { rows: readonly Row[]; total: number }> = ReturnType<
  typeof usePagedTable<Row, One>
>

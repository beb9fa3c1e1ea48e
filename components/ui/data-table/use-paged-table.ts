'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { computeWindow } from '@/lib/browser/lists/row-window'
import { usePagedRows } from '@/lib/browser/lists/use-paged-rows'
import type { TableRows } from './table-types'
import { useViewport } from './use-measured-viewport'

/**
 * A list that the server sorts and filters and that is loaded page by page with a cursor, in the form that a table
 * expects. While another list loads, the previous list stays on screen. `listKey` identifies the list that the address
 * describes.
 */
export function usePagedTable<Row, One extends { rows: readonly Row[]; total: number }>(
  query: UseInfiniteQueryResult<InfiniteData<One>>,
  listKey: string,
) {
  const [viewport, setViewport] = useViewport()
  const [knownTotal, setKnownTotal] = useState(0)
  const [shownKey, setShownKey] = useState(listKey)
  if (shownKey !== listKey) {
    setShownKey(listKey)
    setViewport((now) => ({ ...now, scrollTop: 0 }))
  }
  const { end } = computeWindow({
    scrollTop: viewport.scrollTop,
    viewportHeight: viewport.height,
    rowHeight: viewport.rowHeight,
    total: knownTotal,
  })
  // Identifies the list to which the rows on screen belong. The table keeps rows in place while this stays the same.
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
    // Rows are loaded only in order, so a range can only contain loaded rows.
    load: (from, to) => Promise.resolve(rows.slice(from, to + 1)),
  }
  return { ...paged, rows, table, total, head: last, isOld: query.isPlaceholderData, rowsKey, viewport, setViewport }
}

export type PagedTable<Row, One extends { rows: readonly Row[]; total: number }> = ReturnType<
  typeof usePagedTable<Row, One>
>

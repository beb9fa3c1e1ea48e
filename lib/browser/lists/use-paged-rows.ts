'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'

interface Page<Row> {
  rows: readonly Row[]
  total: number
}

/**
 * Loads the rows up to `end` of a list with cursor pages. After a jump far down, the pages in between are loaded first.
 */
export function usePagedRows<Row, One extends Page<Row>>(
  query: UseInfiniteQueryResult<InfiniteData<One>>,
  end: number,
) {
  const { data, error, hasNextPage, isFetching, isError, fetchNextPage } = query
  const rows = useMemo<readonly Row[]>(() => data?.pages.flatMap((page) => page.rows) ?? [], [data])
  const last = data?.pages.at(-1)
  const isWanting = !query.isPlaceholderData && hasNextPage && rows.length < end
  const more = useEffectEvent(() => {
    if (isWanting && !isFetching && !isError) void fetchNextPage()
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each loaded page checks whether another is wanted
  useEffect(() => more(), [isWanting, isFetching, rows.length])
  return {
    /** Null until it is known. */
    total: query.isPlaceholderData ? null : (last?.total ?? null),
    rows,
    last,
    error,
    isFetching,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
  }
}

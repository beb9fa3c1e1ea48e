'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MorePages } from './use-records'

/** The rows of a list with pages, and a function that loads the next page, in the form that `useRecords` expects. */
export function usePages<Row, Page>(
  query: UseInfiniteQueryResult<InfiniteData<Page>>,
  rowsOf: (page: Page) => readonly Row[],
): { rows: readonly Row[] | undefined; more: MorePages } {
  const { data } = query
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `rowsOf` always reads a page in the same way
  const rows = useMemo(() => data?.pages.flatMap(rowsOf), [data])
  return {
    rows,
    more: {
      hasMore: query.hasNextPage,
      isLoading: query.isFetching,
      hasFailed: query.isError,
      load: () => void query.fetchNextPage(),
    },
  }
}

'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { TableRows } from '@/components/ui/data-table/table-types'
import { assetQueries } from '@/lib/assets/queries'
import { usePagedRows } from '@/lib/browser/lists/use-paged-rows'
import type { AssetFilter, AssetPage, AssetRow } from '@/lib/assets/schema'

const pendingPollMs = 2_000

export interface AssetRows extends TableRows<AssetRow> {
  /** The loaded rows. */
  rows: readonly AssetRow[]
  reach: AssetPage['reach'] | null
  error: Error | null
  isFetching: boolean
  retry: () => void
}

/**
 * Rows of a list, loaded up to `end`. Pages follow each other by a cursor, so a jump far down waits for all rows in between.
 * Until a row is loaded, its place stays empty.
 */
export function useAssetRows(filter: AssetFilter, end: number): AssetRows {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery({
    ...assetQueries.list(filter),
    // While the first listing is running, more rows arrive without a request.
    refetchInterval: ({ state }) => (state.data?.pages.at(-1)?.reach.assets === 'pending' ? pendingPollMs : false),
  })
  const { fetchNextPage } = query
  const { rows, last, ...paged } = usePagedRows<AssetRow, AssetPage>(query, end)
  return {
    total: paged.total,
    totalIsExact: true,
    rows,
    read: (position) => rows[position],
    version: rows,
    reach: last?.reach ?? null,
    error: paged.error,
    isFetching: paged.isFetching,
    retry: paged.retry,
    load: async (from, to) => {
      let all = rows
      while (all.length <= to) {
        const result = await fetchNextPage({ cancelRefetch: false })
        if (result.isError) throw result.error
        const loaded = queryClient.getQueryData(assetQueries.list(filter).queryKey)?.pages.flatMap((page) => page.rows)
        // No more pages: the list has become shorter.
        if (loaded === undefined || loaded.length <= all.length) return (loaded ?? all).slice(from, to + 1)
        all = loaded
      }
      return all.slice(from, to + 1)
    },
  }
}

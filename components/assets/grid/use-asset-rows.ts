'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { assetQueries } from '@/lib/assets/queries'
import { usePagedRows } from '@/lib/browser/use-paged-rows'
import type { AssetFilter, AssetPage, AssetRow } from '@/lib/assets/schema'
import { writeFilterKey } from '@/components/assets/address'

const pendingPollMs = 2_000

export interface AssetRows {
  /** Identifies the list that the rows belong to. */
  key: string
  /** Null before the first answer. */
  total: number | null
  rows: readonly AssetRow[]
  read: (position: number) => AssetRow | undefined
  /** Position of an asset; undefined if it is not loaded or not in the list. */
  find: (assetId: string) => number | undefined
  reach: AssetPage['reach'] | null
  error: Error | null
  isFetching: boolean
  retry: () => void
  /** Resolves with the rows when those up to `position` are loaded. */
  loadTo: (position: number) => Promise<readonly AssetRow[]>
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
  const places = useMemo(() => new Map(rows.map((row, position) => [row.assetId, position])), [rows])
  return {
    key: writeFilterKey(filter),
    total: paged.total,
    rows,
    read: (position) => rows[position],
    find: (assetId) => places.get(assetId),
    reach: last?.reach ?? null,
    error: paged.error,
    isFetching: paged.isFetching,
    retry: paged.retry,
    loadTo: async (position) => {
      let all = rows
      while (all.length <= position) {
        const result = await fetchNextPage({ cancelRefetch: false })
        if (result.isError) throw result.error
        const loaded = queryClient.getQueryData(assetQueries.list(filter).queryKey)?.pages.flatMap((page) => page.rows)
        // No more pages: the list has become shorter.
        if (loaded === undefined || loaded.length <= all.length) return loaded ?? all
        all = loaded
      }
      return all
    },
  }
}

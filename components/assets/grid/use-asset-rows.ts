'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { assetQueries } from '@/lib/assets/queries'
import { usePagedRows } from '@/lib/browser/use-paged-rows'
import type { AssetFilter, AssetPage, AssetRow } from '@/lib/assets/schema'
import { writeFilterKey } from '@/components/assets/address'

const pendingPollMs = 2_000

export interface AssetRows {
  /** Names the list they are of, among others. */
  key: string
  /** Null while nothing is known. */
  total: number | null
  rows: readonly AssetRow[]
  read: (position: number) => AssetRow | undefined
  /** Where an asset stands; undefined while it is not loaded, or when it is not in the list. */
  find: (assetId: string) => number | undefined
  reach: AssetPage['reach'] | null
  error: Error | null
  isFetching: boolean
  retry: () => void
  /** Resolves with the rows once those up to `position` are here. */
  loadTo: (position: number) => Promise<readonly AssetRow[]>
}

/**
 * Rows of a list, of which those up to `end` are wanted. Pages follow each other by a cursor, so whoever jumps far down
 * waits for those between; until a row is here its place is.
 */
export function useAssetRows(filter: AssetFilter, end: number): AssetRows {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery({
    ...assetQueries.list(filter),
    // While the first listing is under way, more rows come by themselves.
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
        // No page came any more: the list has become shorter.
        if (loaded === undefined || loaded.length <= all.length) return loaded ?? all
        all = loaded
      }
      return all
    },
  }
}

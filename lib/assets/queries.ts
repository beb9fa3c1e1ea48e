import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { facetCounts, fileHref, type FileLook, filteredPages } from '@/lib/browser/lists/list-queries'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { assetHistory } from './history-schema'
import { assetDetail, assetFacets, assetPage, assetRefreshed, type AssetFilter } from './schema'

const path = '/api/assets'

export const assetQueries = {
  all: queryKeys.assets,

  list: (filter: AssetFilter) => filteredPages('assets', path, assetPage, filter),

  /** The first few assets that the words find, for the palette. The assets that changed last come first. */
  found: (q: string, limit: number) =>
    queryOptions({
      queryKey: ['assets', 'found', q, limit] as const,
      queryFn: ({ signal }) => api.get(path, { q, limit, sort: '-modified' }, assetPage, signal),
      placeholderData: keepPreviousData,
    }),

  facets: (filter: AssetFilter) => facetCounts('assets', path, assetFacets, filter),

  detail: (assetId: string) =>
    queryOptions({
      queryKey: ['assets', 'detail', assetId] as const,
      queryFn: ({ signal }) => api.get(`/api/assets/${encodeURIComponent(assetId)}`, undefined, assetDetail, signal),
    }),

  /** Changes of the asset's status, newest first. */
  history: (assetId: string) =>
    cursorPages(['assets', 'history', assetId], `/api/assets/${encodeURIComponent(assetId)}/history`, assetHistory),
}

export const assetCalls = {
  /** Lists assets of these types again, so that counts before an action are current. */
  refresh: (typeIds?: readonly string[]) => api.post('/api/assets/refresh', { typeIds }, assetRefreshed),
}

/** The address of a file with all assets that match a filter. */
export const assetsFileHref = (filter: AssetFilter, look: FileLook) => fileHref(path, filter, look)

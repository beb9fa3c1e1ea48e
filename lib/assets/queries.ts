import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { facetCounts, fileHref, type FileLook, filteredPages } from '@/lib/browser/lists/list-queries'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { AssetFilter } from './schema'

const historySchema = lateSchemas(() => import('./history-schema'))
const schema = lateSchemas(() => import('./schema'))

const path = '/api/assets'

export const assetQueries = {
  all: queryKeys.assets,

  list: (filter: AssetFilter) => filteredPages('assets', path, schema('assetPage'), filter),

  /** The first few assets that the words find, for the palette. The assets that changed last come first. */
  found: (q: string, limit: number) =>
    queryOptions({
      queryKey: ['assets', 'found', q, limit] as const,
      queryFn: ({ signal }) => api.get(path, { q, limit, sort: '-modified' }, schema('assetPage'), signal),
      placeholderData: keepPreviousData,
    }),

  facets: (filter: AssetFilter) => facetCounts('assets', path, schema('assetFacets'), filter),

  detail: (assetId: string) =>
    queryOptions({
      queryKey: ['assets', 'detail', assetId] as const,
      queryFn: ({ signal }) =>
        api.get(`/api/assets/${encodeURIComponent(assetId)}`, undefined, schema('assetDetail'), signal),
    }),

  /** Changes of the asset's status, newest first. */
  history: (assetId: string) =>
    cursorPages(
      ['assets', 'history', assetId],
      `/api/assets/${encodeURIComponent(assetId)}/history`,
      historySchema('assetHistory'),
    ),
}

/** The API lists the assets of at most this many types; listing all assets needs fewer requests than more of them. */
const refreshMax = 200

export const assetCalls = {
  /** Lists assets of these types again, so that counts before an action are current; of many types, all assets. */
  refresh: (typeIds: readonly string[] = []) => {
    const isAll = typeIds.length === 0 || typeIds.length > refreshMax
    return api.post('/api/assets/refresh', isAll ? {} : { typeIds }, schema('assetRefreshed'))
  },
}

/** The address of a file with all assets that match a filter. */
export const assetsFileHref = (filter: AssetFilter, look: FileLook) => fileHref(path, filter, look)

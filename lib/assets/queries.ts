import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, writeQuery } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { TableFormat } from '@/lib/csv/formats'
import type { AssetFilter } from './schema'

const historySchema = lateSchemas(() => import('./history-schema'))
const schema = lateSchemas(() => import('./schema'))

/**
 * Rows that come with the page, and rows of each further request, so that few requests reach the end of twenty thousand
 * rows.
 */
export const firstPageRows = 200
const pageRows = 500

export const assetQueries = {
  all: queryKeys.assets,

  list: (filter: AssetFilter) =>
    infiniteQueryOptions({
      queryKey: ['assets', 'list', filter] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get(
          '/api/assets',
          { ...filter, limit: pageParam === null ? firstPageRows : pageRows, after: pageParam },
          schema('assetPage'),
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.after,
      placeholderData: keepPreviousData,
    }),

  /** The first few assets that the words find, for the palette. The assets that changed last come first. */
  found: (q: string, limit: number) =>
    queryOptions({
      queryKey: ['assets', 'found', q, limit] as const,
      queryFn: ({ signal }) => api.get('/api/assets', { q, limit, sort: '-modified' }, schema('assetPage'), signal),
      placeholderData: keepPreviousData,
    }),

  facets: (filter: AssetFilter) =>
    queryOptions({
      queryKey: ['assets', 'facets', filter] as const,
      queryFn: ({ signal }) => api.get('/api/assets/facets', { ...filter }, schema('assetFacets'), signal),
      placeholderData: keepPreviousData,
    }),

  detail: (assetId: string) =>
    queryOptions({
      queryKey: ['assets', 'detail', assetId] as const,
      queryFn: ({ signal }) => api.get(`/api/assets/${encodeURIComponent(assetId)}`, undefined, schema('assetDetail'), signal),
    }),

  /** Changes of the asset's status, newest first. */
  history: (assetId: string) =>
    infiniteQueryOptions({
      queryKey: ['assets', 'history', assetId] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get(`/api/assets/${encodeURIComponent(assetId)}/history`, { after: pageParam }, historySchema('assetHistory'), signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.after,
    }),
}

export const assetCalls = {
  /** Lists assets of these types again, so that counts before an action are current. */
  refresh: (typeIds?: readonly string[]) => api.post('/api/assets/refresh', { typeIds }, schema('assetRefreshed')),
}

/**
 * The address of a file with all assets that match a filter. `columns` has the form that the address of the list uses.
 */
export const assetsFileHref = (
  filter: AssetFilter,
  look: { tz: string; columns: string | null; format: TableFormat },
) => `/api/assets/export${writeQuery({ ...filter, ...look })}`

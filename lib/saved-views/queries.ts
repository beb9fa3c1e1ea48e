import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, writeQuery } from '@/lib/browser/api'
import { lateSchemas, noBody } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { NewView, ViewBar, ViewChange, ViewList, ViewsFile } from './schema'

const schema = lateSchemas(() => import('./schema'))

/** The list of inspections is sent without a name, which consoles of the previous release also understand. */
const ofList = (list: ViewList): { list?: ViewList } => (list === 'inspections' ? {} : { list })

export const savedViewQueries = {
  all: queryKeys.savedViews,

  list: (list: ViewList = 'inspections') =>
    queryOptions({
      queryKey: ['saved-views', 'list', list] as const,
      queryFn: ({ signal }) => api.get('/api/saved-views', ofList(list), schema('savedViewList'), signal),
      staleTime: 30_000,
    }),

  /** The views of every list, for the palette. */
  ofAllLists: () =>
    queryOptions({
      queryKey: ['saved-views', 'all'] as const,
      queryFn: ({ signal }) => api.get('/api/saved-views/all', undefined, schema('savedViews'), signal),
      staleTime: 30_000,
    }),

  /** How many rows match each view. `zone` is the time zone for views without one. */
  counts: (list: ViewList, keys: readonly string[], zone: string) =>
    queryOptions({
      queryKey: ['saved-views', 'counts', list, keys, zone] as const,
      queryFn: ({ signal }) =>
        api.get('/api/saved-views/counts', { ...ofList(list), key: keys, tz: zone }, schema('viewCounts'), signal),
      placeholderData: keepPreviousData,
      staleTime: 5_000,
      enabled: keys.length > 0,
    }),
}

const pathOf = (viewId: string) => `/api/saved-views/${encodeURIComponent(viewId)}`

/** Actions on views. Each resolves with the stored state, and fails as `api` does. */
export const savedViewCalls = {
  create: (view: NewView) => api.post('/api/saved-views', view, schema('savedView')),
  change: (viewId: string, change: ViewChange) => api.patch(pathOf(viewId), change, schema('savedView')),
  remove: (viewId: string) => api.delete(pathOf(viewId), undefined, noBody),
  restore: (viewId: string) => api.post(`${pathOf(viewId)}/restore`, {}, schema('savedView')),
  import: (file: ViewsFile) => api.post('/api/saved-views/import', file, schema('importedViews')),
  arrange: (list: ViewList, bar: ViewBar) =>
    api.put(`/api/saved-views/bar${writeQuery(ofList(list))}`, bar, schema('viewBar')),
}

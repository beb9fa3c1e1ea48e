import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'

const schema = lateSchemas(() => import('./schema'))

const freshMs = 60_000

export const siteQueries = {
  list: () =>
    queryOptions({
      queryKey: queryKeys.sites,
      queryFn: ({ signal }) => api.get('/api/sites', undefined, schema('siteList'), signal),
      staleTime: freshMs,
    }),
}

import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { siteList } from './schema'

const freshMs = 60_000

export const siteQueries = {
  list: () =>
    queryOptions({
      queryKey: queryKeys.sites,
      queryFn: ({ signal }) => api.get('/api/sites', undefined, siteList, signal),
      staleTime: freshMs,
    }),
}

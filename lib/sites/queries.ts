import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { siteList } from './schema'

const freshMs = 60_000

export const siteQueries = {
  list: () =>
    queryOptions({
      queryKey: ['sites'] as const,
      queryFn: ({ signal }) => api.get('/api/sites', undefined, siteList, signal),
      staleTime: freshMs,
    }),
}

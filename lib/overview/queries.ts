import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { pollMs } from '@/lib/browser/live/state'
import { overview } from './schema'

export const overviewQueries = {
  overview: () =>
    queryOptions({
      queryKey: ['overview'] as const,
      queryFn: ({ signal }) => api.get('/api/overview', undefined, overview, signal),
      placeholderData: keepPreviousData,
      refetchInterval: () => pollMs(30_000),
    }),
}

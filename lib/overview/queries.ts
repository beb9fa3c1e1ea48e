import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { pollMs } from '@/lib/browser/live/state'
import { attention, overview } from './schema'

export const overviewQueries = {
  overview: () =>
    queryOptions({
      queryKey: ['overview'] as const,
      queryFn: ({ signal }) => api.get('/api/overview', undefined, overview, signal),
      placeholderData: keepPreviousData,
      refetchInterval: () => pollMs(30_000),
    }),

  /** What needs attention; a follow-up is overdue when its day is over in `zone`. */
  attention: (zone: string) =>
    queryOptions({
      queryKey: ['overview', 'attention', zone] as const,
      queryFn: ({ signal }) => api.get('/api/overview/attention', { zone }, attention, signal),
      refetchInterval: () => pollMs(60_000),
    }),
}

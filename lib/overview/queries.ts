import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { pollMs } from '@/lib/browser/live/state'
import type { PeriodScope } from './schema'

const schema = lateSchemas(() => import('./schema'))

export const overviewQueries = {
  overview: () =>
    queryOptions({
      queryKey: queryKeys.overview,
      queryFn: ({ signal }) => api.get('/api/overview', undefined, schema('overview'), signal),
      placeholderData: keepPreviousData,
      refetchInterval: () => pollMs(30_000),
    }),

  /** What needs attention. A follow-up is overdue when its day is over in `zone`. */
  attention: (zone: string) =>
    queryOptions({
      queryKey: ['overview', 'attention', zone] as const,
      queryFn: ({ signal }) => api.get('/api/overview/attention', { zone }, schema('attention'), signal),
      refetchInterval: () => pollMs(60_000),
    }),

  /** Numbers of completed inspections. Days begin at midnight in `zone`. */
  period: (range: string, zone: string, scope: PeriodScope = {}) =>
    queryOptions({
      queryKey: ['overview', 'period', range, zone, scope] as const,
      queryFn: ({ signal }) =>
        api.get('/api/overview/period', { range, zone, ...scope }, schema('overviewPeriod'), signal),
      placeholderData: keepPreviousData,
      refetchInterval: () => pollMs(60_000),
    }),

  firstSteps: () =>
    queryOptions({
      queryKey: ['overview', 'first-steps'] as const,
      queryFn: ({ signal }) => api.get('/api/overview/first-steps', undefined, schema('firstSteps'), signal),
      staleTime: 30_000,
    }),
}

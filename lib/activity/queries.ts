import { queryOptions } from '@tanstack/react-query'
import { api, writeQuery } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { pollMs } from '@/lib/browser/live/state'
import type { ActivityFilter, ActivityFormat } from './schema'

const schema = lateSchemas(() => import('./schema'))

const openPollMs = 1_500

/** The URL that exports a list of entries as a file. */
export const activityFileHref = (
  filter: ActivityFilter,
  look: { columns: string | null; format: ActivityFormat },
): string => `/api/activity/export${writeQuery({ ...filter, ...look })}`

const nested = { steps: 'nested' } as const

/** What the first page of `activityQueries.page` asks for. The server asks the same when it sends the list with the page. */
export const firstPageOf = (filter: ActivityFilter) => ({ ...filter, ...nested, include: ['counts' as const] })

export const activityQueries = {
  all: queryKeys.activity,

  /** Newest first. */
  list: (filter: ActivityFilter) =>
    cursorPages(['activity', 'list', filter], '/api/activity', schema('activityPage'), { asked: { ...filter } }),

  /** Like `list`, but with steps nested under their parents. The first page also requests counts. */
  page: (filter: ActivityFilter) =>
    cursorPages(['activity', 'page', filter], '/api/activity', schema('activityPage'), {
      asked: { ...filter, ...nested },
      first: firstPageOf(filter),
    }),

  /** The number of entries that `page` would show, in `counts`. */
  total: (filter: ActivityFilter) =>
    queryOptions({
      queryKey: ['activity', 'total', filter] as const,
      queryFn: ({ signal }) =>
        api.get('/api/activity', { ...firstPageOf(filter), limit: 1 }, schema('activityPage'), signal),
      staleTime: 30_000,
    }),

  /** The people to filter by. */
  people: () =>
    queryOptions({
      queryKey: ['activity-people'] as const,
      queryFn: ({ signal }) => api.get('/api/activity/people', undefined, schema('activityPeople'), signal),
      staleTime: 60_000,
    }),

  /** One entry, polled until it has a final outcome. */
  entry: (activityId: string) =>
    queryOptions({
      queryKey: ['activity', 'entry', activityId] as const,
      queryFn: ({ signal }) =>
        api.get(`/api/activity/${encodeURIComponent(activityId)}`, undefined, schema('activityEntry'), signal),
      refetchInterval: ({ state }) =>
        state.data?.outcome === 'done' || state.data?.outcome === 'failed' ? false : pollMs(openPollMs),
    }),
}

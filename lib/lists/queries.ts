import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { connectionList, responseSet, responseSetList, templateList } from './schema'

const freshMs = 60_000

/** Lists that change seldom: read once a visit, again on demand. */
export const listQueries = {
  all: ['lists'] as const,

  templates: () =>
    queryOptions({
      queryKey: ['lists', 'templates'] as const,
      queryFn: ({ signal }) => api.get('/api/lists/templates', undefined, templateList, signal),
      staleTime: freshMs,
    }),

  responseSets: () =>
    queryOptions({
      queryKey: ['lists', 'response-sets'] as const,
      queryFn: ({ signal }) => api.get('/api/lists/response-sets', undefined, responseSetList, signal),
      staleTime: freshMs,
    }),

  responseSet: (responseSetId: string) =>
    queryOptions({
      queryKey: ['lists', 'response-set', responseSetId] as const,
      queryFn: ({ signal }) =>
        api.get(`/api/lists/response-sets/${encodeURIComponent(responseSetId)}`, undefined, responseSet, signal),
      staleTime: freshMs,
    }),

  connections: () =>
    queryOptions({
      queryKey: ['lists', 'connections'] as const,
      queryFn: ({ signal }) => api.get('/api/lists/connections', undefined, connectionList, signal),
      staleTime: freshMs,
    }),
}

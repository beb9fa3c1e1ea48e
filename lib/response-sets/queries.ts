import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'

const schema = lateSchemas(() => import('./schema'))

/** These lists rarely change, so they are read once per visit, and again on demand. */
const freshMs = 60_000

export const responseSetQueries = {
  list: () =>
    queryOptions({
      queryKey: ['response-sets', 'list'] as const,
      queryFn: ({ signal }) => api.get('/api/response-sets', undefined, schema('responseSetList'), signal),
      staleTime: freshMs,
    }),

  one: (responseSetId: string) =>
    queryOptions({
      queryKey: ['response-sets', 'one', responseSetId] as const,
      queryFn: ({ signal }) =>
        api.get(`/api/response-sets/${encodeURIComponent(responseSetId)}`, undefined, schema('responseSet'), signal),
      staleTime: freshMs,
    }),
}

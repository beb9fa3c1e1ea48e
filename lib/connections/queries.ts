import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'

const schema = lateSchemas(() => import('./schema'))

/** These lists rarely change, so they are read once per visit, and again on demand. */
const freshMs = 60_000

export const connectionQueries = {
  list: () =>
    queryOptions({
      queryKey: ['connections'] as const,
      queryFn: ({ signal }) => api.get('/api/connections', undefined, schema('connectionList'), signal),
      staleTime: freshMs,
    }),
}

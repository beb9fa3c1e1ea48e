import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'

const schema = lateSchemas(() => import('./names-schema'))

/** The people who can be chosen. Keys start with 'people', so that one invalidation reaches all. */
export const personNameQueries = {
  list: () =>
    queryOptions({
      queryKey: ['people', 'names'] as const,
      queryFn: ({ signal }) => api.get('/api/people/names', undefined, schema('personNames'), signal),
      staleTime: 60_000,
    }),
}

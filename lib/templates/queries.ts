import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { templateList } from './schema'

/** Such lists seldom change: read once a visit, and again on demand. */
const freshMs = 60_000

export const templateQueries = {
  list: () =>
    queryOptions({
      queryKey: ['templates'] as const,
      queryFn: ({ signal }) => api.get('/api/templates', undefined, templateList, signal),
      staleTime: freshMs,
    }),
}

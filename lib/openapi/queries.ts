import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'

const schema = lateSchemas(() => import('./schema'))

export const openApiQueries = {
  document: () =>
    queryOptions({
      queryKey: ['openapi'] as const,
      queryFn: ({ signal }) => api.get('/api/openapi.json', undefined, schema('openApiDocument'), signal),
      // The document changes only with the version of the console.
      staleTime: Infinity,
    }),
}

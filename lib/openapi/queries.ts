import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { openApiDocument } from './schema'

export const openApiQueries = {
  document: () =>
    queryOptions({
      queryKey: ['openapi'] as const,
      queryFn: ({ signal }) => api.get('/api/openapi.json', undefined, openApiDocument, signal),
      // It changes with the console's version alone.
      staleTime: Infinity,
    }),
}

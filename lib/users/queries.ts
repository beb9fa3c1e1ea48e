import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { userPage } from './schema'

export const userQueries = {
  all: ['users'] as const,

  /** Users with these addresses; with none, all of them page by page. */
  list: (email: readonly string[]) =>
    infiniteQueryOptions({
      queryKey: ['users', 'list', email] as const,
      queryFn: ({ pageParam, signal }) => api.get('/api/users', { email, after: pageParam }, userPage, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.after,
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    }),
}

import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { TableFormat } from '@/lib/csv/formats'
import { api, writeQuery } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { UserFilter, UserPage, UserRow } from './schema'

const schema = lateSchemas(() => import('./schema'))

/**
 * The number of rows that are rendered with the page. Later requests get more, so that twenty thousand users need few
 * requests.
 */
export const firstPageRows = 200
const pageRows = 500

/** Reads a block of a list. It begins where the block before it ends, so that one is read first. */
async function readBlock(
  client: QueryClient,
  { filter, block }: { filter: UserFilter; block: number },
  signal: AbortSignal,
): Promise<UserPage> {
  const before =
    block === 0 ? null : await client.fetchQuery({ ...blockOptions(filter, block - 1), staleTime: Infinity })
  // The list has become shorter.
  if (before !== null && before.after === null) return { ...before, rows: [] }
  return api.get('/api/users', { ...filter, limit: firstPageRows, after: before?.after ?? null }, schema('userPage'), signal)
}

const blockOptions = (filter: UserFilter, block: number) =>
  queryOptions({
    queryKey: ['users', 'block', filter, block] as const,
    queryFn: ({ client, signal }): Promise<UserPage> => readBlock(client, { filter, block }, signal),
  })

export const userQueries = {
  all: queryKeys.users,

  list: (filter: UserFilter) =>
    infiniteQueryOptions({
      queryKey: ['users', 'list', filter] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get(
          '/api/users',
          { ...filter, limit: pageParam === null ? firstPageRows : pageRows, after: pageParam },
          schema('userPage'),
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.after,
      placeholderData: keepPreviousData,
    }),

  /** The rows of a list from `block * firstPageRows` on. */
  block: blockOptions,

  /** The first users that match some words, for the palette. */
  found: (q: string, limit: number) =>
    queryOptions({
      queryKey: ['users', 'found', q, limit] as const,
      queryFn: ({ signal }) => api.get('/api/users', { q, limit }, schema('userPage'), signal),
      placeholderData: keepPreviousData,
    }),

  facets: (filter: UserFilter) =>
    queryOptions({
      queryKey: ['users', 'facets', filter] as const,
      queryFn: ({ signal }) => api.get('/api/users/facets', { ...filter }, schema('userFacets'), signal),
      placeholderData: keepPreviousData,
    }),

  detail: (userId: string) =>
    queryOptions({
      queryKey: ['users', 'detail', userId] as const,
      queryFn: ({ signal }) => api.get(`/api/users/${encodeURIComponent(userId)}`, undefined, schema('userDetail'), signal),
    }),
}

/** All users that match a filter, in its order. Twenty thousand users take forty requests, one after another. */
export async function readAllUsers(filter: UserFilter): Promise<UserRow[]> {
  const rows: UserRow[] = []
  let after: string | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ends
    const page: UserPage = await api.get('/api/users', { ...filter, limit: pageRows, after }, schema('userPage'))
    rows.push(...page.rows)
    after = page.after
  } while (after !== null)
  return rows
}

export const userCalls = {
  /** Requests a new listing of all users. */
  refresh: () => api.post('/api/users/refresh', {}, schema('userRefreshAnswer')),
}

/**
 * The address of a file with all users that match a filter. `columns` has the same form as in the address of the list.
 */
export const usersFileHref = (filter: UserFilter, look: { tz: string; columns: string | null; format: TableFormat }) =>
  `/api/users/export${writeQuery({ ...filter, ...look })}`

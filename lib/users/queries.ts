import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import {
  facetCounts,
  fileHref,
  type FileLook,
  filteredPages,
  firstPageRows,
  laterPageRows,
} from '@/lib/browser/lists/list-queries'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { UserFacetName, UserFilter, UserPage, UserRow } from './schema'

const schema = lateSchemas(() => import('./schema'))

const path = '/api/users'

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
  return api.get(path, { ...filter, limit: firstPageRows, after: before?.after ?? null }, schema('userPage'), signal)
}

const blockOptions = (filter: UserFilter, block: number) =>
  queryOptions({
    queryKey: ['users', 'block', filter, block] as const,
    queryFn: ({ client, signal }): Promise<UserPage> => readBlock(client, { filter, block }, signal),
  })

export const userQueries = {
  all: queryKeys.users,

  list: (filter: UserFilter) => filteredPages('users', path, schema('userPage'), filter),

  /** The rows of a list from `block * firstPageRows` on. */
  block: blockOptions,

  /** The first users that match some words, for the palette. */
  found: (q: string, limit: number) =>
    queryOptions({
      queryKey: ['users', 'found', q, limit] as const,
      queryFn: ({ signal }) => api.get(path, { q, limit }, schema('userPage'), signal),
      placeholderData: keepPreviousData,
    }),

  facets: (filter: UserFilter) => facetCounts('users', path, schema('userFacets'), filter),

  detail: (userId: string) =>
    queryOptions({
      queryKey: ['users', 'detail', userId] as const,
      queryFn: ({ signal }) =>
        api.get(`/api/users/${encodeURIComponent(userId)}`, undefined, schema('userDetail'), signal),
    }),
}

/** All users that match a filter, in its order. Twenty thousand users take forty requests, one after another. */
export async function readAllUsers(filter: UserFilter): Promise<UserRow[]> {
  const rows: UserRow[] = []
  let after: string | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ends
    const page: UserPage = await api.get(path, { ...filter, limit: laterPageRows, after }, schema('userPage'))
    rows.push(...page.rows)
    after = page.after
  } while (after !== null)
  return rows
}

export const userCalls = {
  /** Requests a new listing of all users. */
  refresh: () => api.post('/api/users/refresh', {}, schema('userRefreshAnswer')),
}

/** The address of a file with all users that match a filter. */
export const usersFileHref = (filter: UserFilter, look: FileLook & { groupBy: UserFacetName | null }) =>
  fileHref(path, filter, look)

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { pollMs } from '@/lib/browser/live/state'
import type { NewUserJob, RetryState, UserJobKind, UserJobPhase, UserRowState } from './schema'

const elsewhereSchema = lateSchemas(() => import('./elsewhere-schema'))
const referencesSchema = lateSchemas(() => import('./references-schema'))
const schema = lateSchemas(() => import('./schema'))

const openPollMs = 2_000
const pathOf = (jobId: string) => `/api/user-jobs/${encodeURIComponent(jobId)}`

export interface UserJobFilter {
  phase: readonly UserJobPhase[]
  kind?: UserJobKind
  needs?: 'fix'
}

export const userJobQueries = {
  all: queryKeys.userJobs,

  list: (filter: UserJobFilter) =>
    cursorPages(['user-jobs', 'list', filter], '/api/user-jobs', schema('userJobList'), {
      asked: { ...filter },
      pollMs: (pages) =>
        pages.some(({ jobs }) => jobs.some(({ finishedAt }) => finishedAt === null)) ? pollMs(2 * openPollMs) : false,
    }),

  /**
   * Jobs of the service that were not started here. The console requests them at most once in 5 s, however many people
   * watch.
   */
  elsewhere: () =>
    queryOptions({
      queryKey: ['user-jobs', 'elsewhere'] as const,
      queryFn: ({ signal }) => api.get('/api/user-jobs/elsewhere', undefined, elsewhereSchema('elsewhereJobs'), signal),
    }),
  elsewhereOne: (remoteId: string) =>
    queryOptions({
      queryKey: ['user-jobs', 'elsewhere', remoteId] as const,
      queryFn: ({ signal }) =>
        api.get(
          `/api/user-jobs/elsewhere/${encodeURIComponent(remoteId)}`,
          undefined,
          elsewhereSchema('elsewhereJobDetail'),
          signal,
        ),
    }),

  /** A job, polled until it has ended. The console polls the service at most once in 5 s, however many people watch. */
  one: (jobId: string) =>
    queryOptions({
      queryKey: ['user-jobs', 'one', jobId] as const,
      queryFn: ({ signal }) => api.get(pathOf(jobId), undefined, schema('userJobDetail'), signal),
      refetchInterval: ({ state }) =>
        state.data === undefined || state.data.finishedAt === null ? pollMs(openPollMs) : false,
    }),

  /** What a retry would send, and how many of those had a password. */
  retryPlan: (jobId: string) =>
    queryOptions({
      queryKey: ['user-jobs', 'retry-plan', jobId] as const,
      queryFn: ({ signal }) => api.get(`${pathOf(jobId)}/retry`, undefined, schema('userRetryPlan'), signal),
    }),

  /** Rows to fix in the grid. Loaded once, so that edits are not replaced. */
  fixSheet: (jobId: string) =>
    queryOptions({
      queryKey: ['user-jobs', 'fix-sheet', jobId] as const,
      queryFn: ({ signal }) => api.get(`${pathOf(jobId)}/fix`, undefined, schema('userFixSheet'), signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),

  /** Names of groups and sites to choose from. */
  references: () =>
    queryOptions({
      queryKey: ['user-references'] as const,
      queryFn: ({ signal }) =>
        api.get('/api/user-jobs/references', undefined, referencesSchema('userReferences'), signal),
      staleTime: 5 * 60_000,
    }),

  rows: (jobId: string, filter: { state: readonly UserRowState[]; reason?: string }) =>
    infiniteQueryOptions({
      queryKey: ['user-jobs', 'rows', jobId, filter] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get(`${pathOf(jobId)}/rows`, { ...filter, after: pageParam }, schema('userRowsPage'), signal),
      initialPageParam: -1,
      getNextPageParam: (page) => page.after,
    }),
}

/** Actions on user jobs. Each fails as `api` does. */
export const userJobCalls = {
  create: (asked: NewUserJob) => api.post('/api/user-jobs', asked, schema('userJobSummary')),
  cancel: (jobId: string) => api.post(`${pathOf(jobId)}/cancel`, {}, schema('userJobSummary')),
  /**
   * A new job with the failed rows, linked to this one, optionally with those that have warnings. Passwords are not
   * included, because they are never stored.
   */
  retry: (jobId: string, states?: readonly RetryState[]) =>
    api.post(`${pathOf(jobId)}/retry`, states === undefined ? {} : { states }, schema('userJobSummary')),
  lookUp: (emails: readonly string[]) => api.post('/api/user-jobs/lookup', { emails }, referencesSchema('knownUsers')),
  /** Rows of a finished job, page by page. */
  readRows: (jobId: string, after: number, signal?: AbortSignal) =>
    api.get(`${pathOf(jobId)}/rows`, { after, limit: 2_000 }, schema('userRowsPage'), signal),
  failedFileHref: (jobId: string, isWithWarned = false) =>
    `${pathOf(jobId)}/failed-rows${isWithWarned ? '?state=failed&state=warned' : ''}`,
  currentUsersHref: '/api/user-jobs/current-users',
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { pollMs } from '@/lib/browser/live/state'
import { elsewhereJobDetail, elsewhereJobs } from './elsewhere-schema'
import { knownUsers, userReferences } from './references-schema'
import {
  userFixSheet,
  userJobDetail,
  userJobList,
  userJobSummary,
  userRetryPlan,
  userRowsPage,
  type NewUserJob,
  type RetryState,
  type UserJobKind,
  type UserJobPhase,
  type UserRowState,
} from './schema'

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
    cursorPages(['user-jobs', 'list', filter], '/api/user-jobs', userJobList, {
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
      queryFn: ({ signal }) => api.get('/api/user-jobs/elsewhere', undefined, elsewhereJobs, signal),
    }),
  elsewhereOne: (remoteId: string) =>
    queryOptions({
      queryKey: ['user-jobs', 'elsewhere', remoteId] as const,
      queryFn: ({ signal }) =>
        api.get(`/api/user-jobs/elsewhere/${encodeURIComponent(remoteId)}`, undefined, elsewhereJobDetail, signal),
    }),

  /** A job, polled until it has ended. The console polls the service at most once in 5 s, however many people watch. */
  one: (jobId: string) =>
    queryOptions({
      queryKey: ['user-jobs', 'one', jobId] as const,
      queryFn: ({ signal }) => api.get(pathOf(jobId), undefined, userJobDetail, signal),
      refetchInterval: ({ state }) =>
        state.data === undefined || state.data.finishedAt === null ? pollMs(openPollMs) : false,
    }),

  /** What a retry would send, and how many of those had a password. */
  retryPlan: (jobId: string) =>
    queryOptions({
      queryKey: ['user-jobs', 'retry-plan', jobId] as const,
      queryFn: ({ signal }) => api.get(`${pathOf(jobId)}/retry`, undefined, userRetryPlan, signal),
    }),

  /** Rows to fix in the grid. Loaded once, so that edits are not replaced. */
  fixSheet: (jobId: string) =>
    queryOptions({
      queryKey: ['user-jobs', 'fix-sheet', jobId] as const,
      queryFn: ({ signal }) => api.get(`${pathOf(jobId)}/fix`, undefined, userFixSheet, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),

  /** Names of groups and sites to choose from. */
  references: () =>
    queryOptions({
      queryKey: ['user-references'] as const,
      queryFn: ({ signal }) => api.get('/api/user-jobs/references', undefined, userReferences, signal),
      staleTime: 5 * 60_000,
    }),

  rows: (jobId: string, filter: { state: readonly UserRowState[]; reason?: string }) =>
    infiniteQueryOptions({
      queryKey: ['user-jobs', 'rows', jobId, filter] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get(`${pathOf(jobId)}/rows`, { ...filter, after: pageParam }, userRowsPage, signal),
      initialPageParam: -1,
      getNextPageParam: (page) => page.after,
    }),
}

/** Actions on user jobs. Each fails as `api` does. */
export const userJobCalls = {
  create: (asked: NewUserJob) => api.post('/api/user-jobs', asked, userJobSummary),
  cancel: (jobId: string) => api.post(`${pathOf(jobId)}/cancel`, {}, userJobSummary),
  /**
   * A new job with the failed rows, linked to this one, optionally with those that have warnings. Passwords are not
   * included, because they are never stored.
   */
  retry: (jobId: string, states?: readonly RetryState[]) =>
    api.post(`${pathOf(jobId)}/retry`, states === undefined ? {} : { states }, userJobSummary),
  lookUp: (emails: readonly string[]) => api.post('/api/user-jobs/lookup', { emails }, knownUsers),
  /** Rows of a finished job, page by page. */
  readRows: (jobId: string, after: number, signal?: AbortSignal) =>
    api.get(`${pathOf(jobId)}/rows`, { after, limit: 2_000 }, userRowsPage, signal),
  failedFileHref: (jobId: string, isWithWarned = false) =>
    `${pathOf(jobId)}/failed-rows${isWithWarned ? '?state=failed&state=warned' : ''}`,
  currentUsersHref: '/api/user-jobs/current-users',
}

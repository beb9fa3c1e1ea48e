import { keepPreviousData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { api, type Query } from '@/lib/browser/api'
import { type LateSchema, lateSchemas } from '@/lib/browser/late/late-schemas'
import { pageSize } from './values-model'

const schema = lateSchemas(() => import('./schema'))

const freshMs = 5 * 60_000

/**
 * Training changes slowly, and its reports are up to two hours behind, so data that was read stays valid for a while.
 */
const page = <Schema extends z.ZodType>(path: string, query: Query, shape: LateSchema<Schema>) =>
  queryOptions({
    queryKey: ['training', path, query] as const,
    queryFn: ({ signal }) => api.get(`/api/training/${path}`, query, shape, signal),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  })

const one = <Schema extends z.ZodType>(path: string, id: string, shape: LateSchema<Schema>, query: Query = {}) =>
  queryOptions({
    queryKey: ['training', path, id, query] as const,
    queryFn: ({ signal }) => api.get(`/api/training/${path}/${encodeURIComponent(id)}`, query, shape, signal),
    staleTime: freshMs,
  })

/** A list whose pages are all read when it is sorted or filtered. */
const everyPage = <Page extends { page: number; total: number | null }>(
  path: string,
  asked: Query,
  shape: LateSchema<z.ZodType<Page>>,
  countRows: (page: Page) => number,
) =>
  infiniteQueryOptions({
    queryKey: ['training', path, asked] as const,
    queryFn: ({ pageParam, signal }) => api.get(`/api/training/${path}`, { ...asked, page: pageParam }, shape, signal),
    initialPageParam: 1,
    getNextPageParam: (last: Page) =>
      (last.total === null ? countRows(last) === pageSize : last.page * pageSize < last.total) ? last.page + 1 : null,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  })

export const trainingQueries = {
  all: ['training'] as const,
  courses: (asked: { page: number; words: string }) => page('courses', asked, schema('coursePage')),
  lessons: (courseId: string) => one('courses', courseId, schema('courseLessons')),
  paths: (number: number) => page('paths', { page: number }, schema('pathPage')),
  path: (pathId: string) => one('paths', pathId, schema('pathRow')),
  leaderboards: (number: number) => page('leaderboards', { page: number }, schema('leaderboardPage')),
  rankings: (leaderboardId: string) => one('leaderboards', leaderboardId, schema('rankings')),
  collections: (number: number) => page('collections', { page: number }, schema('collectionPage')),
  collectionCourses: (collectionId: string, number: number) =>
    one('collections', collectionId, schema('coursePage'), { page: number }),
  /** The statistics of every course, page by page. */
  statistics: () => everyPage('statistics', {}, schema('statisticsPage'), ({ statistics }) => statistics.length),
  /** All events of a period, page by page. */
  progress: (asked: { from: string; until: string }) =>
    everyPage('progress', asked, schema('progressPage'), ({ events }) => events.length),
  surveys: (number: number) => page('surveys', { page: number }, schema('surveyPage')),
}

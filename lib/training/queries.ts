import { keepPreviousData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { api, type Query } from '@/lib/browser/api'
import {
  collectionPage,
  courseLessons,
  coursePage,
  leaderboardPage,
  pathPage,
  pathRow,
  pageSize,
  progressPage,
  rankings,
  statisticsPage,
  surveyPage,
} from './schema'

const freshMs = 5 * 60_000

/**
 * Training changes slowly, and its reports are up to two hours behind, so data that was read stays valid for a while.
 */
const page = <Schema extends z.ZodType>(path: string, query: Query, schema: Schema) =>
  queryOptions({
    queryKey: ['training', path, query] as const,
    queryFn: ({ signal }) => api.get(`/api/training/${path}`, query, schema, signal),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  })

const one = <Schema extends z.ZodType>(path: string, id: string, schema: Schema, query: Query = {}) =>
  queryOptions({
    queryKey: ['training', path, id, query] as const,
    queryFn: ({ signal }) => api.get(`/api/training/${path}/${encodeURIComponent(id)}`, query, schema, signal),
    staleTime: freshMs,
  })

/** A list whose pages are all read when it is sorted or filtered. */
const everyPage = <Page extends { page: number; total: number | null }>(
  path: string,
  asked: Query,
  schema: z.ZodType<Page>,
  countRows: (page: Page) => number,
) =>
  infiniteQueryOptions({
    queryKey: ['training', path, asked] as const,
    queryFn: ({ pageParam, signal }) => api.get(`/api/training/${path}`, { ...asked, page: pageParam }, schema, signal),
    initialPageParam: 1,
    getNextPageParam: (last: Page) =>
      (last.total === null ? countRows(last) === pageSize : last.page * pageSize < last.total) ? last.page + 1 : null,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  })

export const trainingQueries = {
  all: ['training'] as const,
  courses: (asked: { page: number; words: string }) => page('courses', asked, coursePage),
  lessons: (courseId: string) => one('courses', courseId, courseLessons),
  paths: (number: number) => page('paths', { page: number }, pathPage),
  path: (pathId: string) => one('paths', pathId, pathRow),
  leaderboards: (number: number) => page('leaderboards', { page: number }, leaderboardPage),
  rankings: (leaderboardId: string) => one('leaderboards', leaderboardId, rankings),
  collections: (number: number) => page('collections', { page: number }, collectionPage),
  collectionCourses: (collectionId: string, number: number) =>
    one('collections', collectionId, coursePage, { page: number }),
  /** The statistics of every course, page by page. */
  statistics: () => everyPage('statistics', {}, statisticsPage, ({ statistics }) => statistics.length),
  /** All events of a period, page by page. */
  progress: (asked: { from: string; until: string }) =>
    everyPage('progress', asked, progressPage, ({ events }) => events.length),
  surveys: (number: number) => page('surveys', { page: number }, surveyPage),
}

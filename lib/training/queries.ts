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

/** Training changes slowly, and its reports are behind by up to two hours: what was read stands for a while. */
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
  statistics: (number: number) => page('statistics', { page: number }, statisticsPage),
  /** All events of a period, page by page. */
  progress: (asked: { from: string; until: string }) =>
    infiniteQueryOptions({
      queryKey: ['training', 'progress', asked] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get('/api/training/progress', { ...asked, page: pageParam }, progressPage, signal),
      initialPageParam: 1,
      getNextPageParam: ({ page: last, total, events }) =>
        (total === null ? events.length === pageSize : last * pageSize < total) ? last + 1 : null,
      placeholderData: keepPreviousData,
      staleTime: freshMs,
    }),
  surveys: (number: number) => page('surveys', { page: number }, surveyPage),
}

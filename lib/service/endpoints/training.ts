import * as z from 'zod'
import type { Operation } from '../operation'
import { read, write } from './parts'

const listed = {
  ...read,
  group: 'Training',
  method: 'GET',
  perMinute: 200,
  permission: 'training:read',
  query: z.looseObject({
    page: z.number().int().min(1).optional(),
    pageSize: z.number().int().min(1).max(1000).optional(),
  }),
  answer: z.looseObject({ totalCount: z.number().optional(), items: z.array(z.looseObject({})).optional() }),
} as const

const got = { ...listed, query: z.looseObject({}), answer: z.looseObject({}) } as const

export const trainingOperations = {
  listTrainingCollections: {
    ...listed,
    title: 'List training collections',
    path: '/training/collections/v1',
    bucket: 'listTrainingCollections',
  },
  listTrainingCollectionCourses: {
    ...listed,
    title: 'List the courses of a collection',
    path: '/training/collections/v1/:collectionId/courses',
    bucket: 'listTrainingCollectionCourses',
  },
  listTrainingCourses: {
    ...listed,
    title: 'List training courses',
    path: '/training/courses/v1',
    bucket: 'listTrainingCourses',
  },
  listTrainingCourseLessons: {
    ...listed,
    title: 'List the lessons of a course',
    path: '/training/courses/v1/:courseId/lessons',
    bucket: 'listTrainingCourseLessons',
  },
  assignTrainingCourse: {
    ...write,
    group: 'Training',
    method: 'PUT',
    perMinute: 200,
    permission: 'training:write',
    title: 'Set the assignments of a course',
    path: '/training/courses/v1/:courseId/assignments',
    bucket: 'assignTrainingCourse',
    body: z.looseObject({}),
  },
  listTrainingPaths: {
    ...listed,
    title: 'List training paths',
    path: '/training/paths/v1',
    bucket: 'listTrainingPaths',
  },
  getTrainingPath: {
    ...got,
    title: 'Get a training path',
    path: '/training/paths/v1/:pathId',
    bucket: 'getTrainingPath',
  },
  listTrainingLeaderboards: {
    ...listed,
    title: 'List individual leaderboards',
    path: '/training/individualleaderboards/v1',
    bucket: 'listTrainingLeaderboards',
  },
  getTrainingLeaderboardRankings: {
    ...got,
    title: 'Get the rankings of a leaderboard',
    path: '/training/individualleaderboards/v1/rankings',
    bucket: 'getTrainingLeaderboardRankings',
  },
  listRapidRefreshes: {
    ...listed,
    title: 'List rapid refreshes',
    path: '/training/rapid-refresh/v1',
    bucket: 'listRapidRefreshes',
  },
  getRapidRefresh: {
    ...got,
    title: 'Get a rapid refresh',
    path: '/training/rapid-refresh/v1/:rapidRefreshId',
    bucket: 'getRapidRefresh',
  },
} as const satisfies Record<string, Operation>

import * as z from 'zod'
import type { Operation } from '../operation'
import { choice, flag, idFrom, numberedPages, oneOrMany, read, write } from './parts'

const listed = {
  ...read,
  group: 'Training',
  method: 'GET',
  perMinute: 200,
  permission: 'training:read',
  query: z.looseObject(numberedPages),
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
    title: 'List the courses in a collection',
    path: '/training/collections/v1/:collectionId/courses',
    bucket: 'listTrainingCollectionCourses',
  },
  listTrainingCourses: {
    ...listed,
    title: 'List training courses',
    path: '/training/courses/v1',
    bucket: 'listTrainingCourses',
    query: z.looseObject({
      ...numberedPages,
      searchTerm: z.string().meta({ description: 'Text to search for in course titles.' }).optional(),
      courseIds: oneOrMany.meta({ repeats: true, idOf: 'listTrainingCourses' }).optional(),
    }),
  },
  listTrainingCourseLessons: {
    ...listed,
    title: 'List the lessons in a course',
    path: '/training/courses/v1/:courseId/lessons',
    bucket: 'listTrainingCourseLessons',
  },
  assignTrainingCourse: {
    ...write,
    group: 'Training',
    method: 'PUT',
    perMinute: 200,
    permission: 'training:write',
    title: 'Update the assignments of a course',
    path: '/training/courses/v1/:courseId/assignments',
    bucket: 'assignTrainingCourse',
    body: z.looseObject({
      assignments: z
        .array(
          z.looseObject({
            id: z.string().meta({ idOf: 'listUsers', description: 'The ID of the user, group or site.' }),
            type: choice(['ASSIGNMENT_TYPE_USER', 'ASSIGNMENT_TYPE_GROUP', 'ASSIGNMENT_TYPE_SITE']).meta({
              examples: ['ASSIGNMENT_TYPE_USER'],
            }),
            isAssigned: z.boolean().meta({ examples: [true] }),
          }),
        )
        .max(1000, 'must contain at most 1,000 assignments')
        .meta({ description: 'The users, groups and sites to assign the course to or remove it from. At most 1,000.' })
        .optional(),
      universalAccess: flag.optional(),
      clearAllUsers: flag.optional(),
      clearAllGroups: flag.optional(),
      clearAllSites: flag.optional(),
    }),
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
    query: z.looseObject({ leaderboardId: idFrom('listTrainingLeaderboards', 'The leaderboard.') }),
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

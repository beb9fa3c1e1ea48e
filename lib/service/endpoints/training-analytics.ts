import * as z from 'zod'
import type { Operation } from '../operation'
import { instantParameter, numberedPages, read } from './parts'

// Their parameters are not documented (service.md 7). All lists of training have these pages. Events have the window of
// seven days that older reports with the same data have. Other parameters pass through.
const query = z.looseObject(numberedPages)
const eventQuery = z.looseObject({
  ...numberedPages,
  mineventdatetime: instantParameter
    .meta({
      format: 'date-time',
      description: 'Return only events from this time on. The time range can span at most seven days.',
    })
    .optional(),
  maxeventdatetime: instantParameter
    .meta({ format: 'date-time', description: 'Return only events until this time.' })
    .optional(),
})

const analytics = {
  ...read,
  group: 'Training',
  method: 'GET',
  perMinute: 200,
  permission: 'training:read',
  query,
  answer: z.looseObject({ totalCount: z.number().optional(), items: z.array(z.looseObject({})).optional() }),
} as const

export const trainingAnalyticsOperations = {
  listLessonAttempts: {
    ...analytics,
    title: 'List lesson attempts',
    path: '/training/analytics/v1/lessons/attempts',
    bucket: 'listLessonAttempts',
  },
  listCourseStatistics: {
    ...analytics,
    title: 'List course statistics',
    path: '/training/analytics/v1/courses/statistics',
    bucket: 'listCourseStatistics',
  },
  listLessonProgressEvents: {
    ...analytics,
    title: 'List lesson progress events',
    path: '/training/analytics/v1/lessons/progress/events',
    bucket: 'listLessonProgressEvents',
    query: eventQuery,
  },
  listLessonStatistics: {
    ...analytics,
    title: 'List lesson statistics',
    path: '/training/analytics/v1/lessons/statistics',
    bucket: 'listLessonStatistics',
  },
  listSlideStatistics: {
    ...analytics,
    title: 'List slide statistics',
    path: '/training/analytics/v1/slides/statistics',
    bucket: 'listSlideStatistics',
  },
  listUserSlideStatistics: {
    ...analytics,
    title: "List a user's slide statistics",
    path: '/training/analytics/v1/users/:userId/slides/statistics',
    bucket: 'listUserSlideStatistics',
  },
  listUserLessonProgress: {
    ...analytics,
    title: "List a user's lesson progress",
    path: '/training/analytics/v1/users/:userId/lessons/progress',
    bucket: 'listUserLessonProgress',
  },
  listUserLessonProgressEvents: {
    ...analytics,
    title: "List a user's lesson progress events",
    path: '/training/analytics/v1/users/:userId/lessons/progress/events',
    bucket: 'listUserLessonProgressEvents',
    query: eventQuery,
  },
  listSurveyQuestions: {
    ...analytics,
    title: 'List survey question definitions',
    path: '/training/analytics/v1/surveys/questionDefinitions',
    bucket: 'listSurveyQuestions',
  },
  listSurveyAnswers: {
    ...analytics,
    title: 'List survey answers',
    path: '/training/analytics/v1/surveys/answers',
    bucket: 'listSurveyAnswers',
  },
  listRapidRefreshAnswers: {
    ...analytics,
    title: 'List rapid refresh answers',
    path: '/training/analytics/v1/rapidRefresh/answers',
    bucket: 'listRapidRefreshAnswers',
  },
} as const satisfies Record<string, Operation>

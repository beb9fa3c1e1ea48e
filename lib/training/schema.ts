import * as z from 'zod'
import { serverText } from '@/lib/server-text'

/** Courses, paths, leaderboards and the progress of people, as the service's training API returns them. */

const instant = z.iso.datetime({ offset: true })
const count = z.number().int().nullable()
/** Further fields of SafetyCulture, unchanged. */
const rest = z.record(z.string(), z.unknown())

/** Number of the page, counted from 1. A page has 50 rows. */
const pageNumber = z.coerce.number().int().min(1).max(10_000).default(1)
const paged = { page: z.number().int(), total: z.number().int().nullable() }
const id = z.string().regex(/^[\w:.@-]{1,200}$/, serverText('common.fields.id'))

export const courseRow = z.object({
  courseId: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.string().nullable(),
  isMandatory: z.boolean().nullable(),
  lessonCount: count,
  durationSeconds: z.number().nullable(),
  dueBy: instant.nullable(),
  modifiedAt: instant.nullable(),
})
export type CourseRow = z.infer<typeof courseRow>
export const courseQuery = z.object({
  page: pageNumber,
  /** Words in the titles of courses. If omitted, all courses are listed. */
  words: z.string().trim().max(200).optional(),
})
export const coursePage = z.object({ courses: z.array(courseRow), ...paged })

export const lessonRow = z.object({
  lessonId: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.string().nullable(),
  minimumScore: z.number().nullable(),
})
export type LessonRow = z.infer<typeof lessonRow>
export const courseParams = z.object({ courseId: id })
export const courseLessons = z.object({ lessons: z.array(lessonRow) })

export const pathRow = z.object({ pathId: z.string(), title: z.string(), isPublished: z.boolean().nullable(), rest })
export type PathRow = z.infer<typeof pathRow>
export const pageQuery = z.object({ page: pageNumber })
export const pathPage = z.object({ paths: z.array(pathRow), ...paged })
export const pathParams = z.object({ pathId: id })

export const leaderboardRow = z.object({
  leaderboardId: z.string(),
  name: z.string(),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  access: z.string().nullable(),
})
export type LeaderboardRow = z.infer<typeof leaderboardRow>
export const leaderboardPage = z.object({ leaderboards: z.array(leaderboardRow), ...paged })
export const leaderboardParams = z.object({ leaderboardId: id })
export const rankingRow = z.object({
  rank: z.number().nullable(),
  participantId: z.string().nullable(),
  name: z.string(),
  score: z.number().nullable(),
  /** Whether the participant has not started yet. */
  isNotAttempted: z.boolean(),
})
export type RankingRow = z.infer<typeof rankingRow>
export const rankings = z.object({ name: z.string().nullable(), rankings: z.array(rankingRow) })

export const collectionRow = z.object({
  collectionId: z.string(),
  title: z.string(),
  description: z.string().nullable(),
})
export type CollectionRow = z.infer<typeof collectionRow>
export const collectionPage = z.object({ collections: z.array(collectionRow), ...paged })
export const collectionParams = z.object({ collectionId: id })

export const courseStatistics = z.object({
  courseId: z.string(),
  title: z.string().nullable(),
  users: count,
  opened: count,
  completed: count,
})
export type CourseStatistics = z.infer<typeof courseStatistics>
export const statisticsPage = z.object({ statistics: z.array(courseStatistics), ...paged })

/** The service returns events of at most seven days. */
export const windowDaysMax = 7
export const progressQuery = z
  .object({
    /** Start of the time range. */
    from: instant,
    /** End of the time range, at most 7 days after `from`. */
    until: instant,
    page: pageNumber,
  })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    path: ['until'],
    error: serverText('training.untilAfterFrom'),
  })
  .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= windowDaysMax * 86_400_000, {
    path: ['until'],
    error: serverText('training.windowTooLong', { days: windowDaysMax }),
  })
export const progressEvent = z.object({
  eventId: z.string(),
  at: instant.nullable(),
  what: z.string(),
  who: z.string(),
  courseTitle: z.string().nullable(),
  lessonTitle: z.string().nullable(),
  score: z.number().nullable(),
})
export type ProgressEvent = z.infer<typeof progressEvent>
export const progressPage = z.object({ events: z.array(progressEvent), ...paged })

export const surveyAnswer = z.object({
  answerId: z.string(),
  at: instant.nullable(),
  question: z.string(),
  answer: z.string(),
  userId: z.string().nullable(),
})
export type SurveyAnswer = z.infer<typeof surveyAnswer>
export const surveyPage = z.object({ answers: z.array(surveyAnswer), ...paged })

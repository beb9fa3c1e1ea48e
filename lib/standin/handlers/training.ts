import * as z from 'zod'
import { answerJson } from '../answers'
import { assignmentTypes, type AssignmentType } from '../records/steps'
import { Refusal } from '../refusals'
import type { Course, Leaderboard } from '../training/catalog'
import { parseSent } from './asset-parts'
import type { Handler, HandlerContext } from './context'
import { readOne } from './query'
import { answerPage, readIds } from './training-query'

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

const serializeCourse = (course: Course) => ({
  id: course.id,
  externalId: course.externalId,
  title: course.title,
  description: `${course.title}, part of “${course.collection}”.`,
  status: course.isPublished ? 'Published' : 'Draft',
  locale: 'en',
  isMandatory: course.isMandatory,
  dueBy: iso(course.dueByMs),
  duration: course.durationS,
  thumbnailUrl: '',
  createdDatetime: iso(course.createdAtMs),
  modifiedDatetime: iso(course.modifiedAtMs),
  isPublished: course.isPublished,
  publishedVersionNumber: course.isPublished ? 1 : 0,
  // With a capital letter, as in an observed response.
  LessonCount: course.lessons.length,
  logoUrl: '',
  brandingImageUrl: '',
  TranslationOriginalCourse: null,
})

export function requireCourse({ training, params }: HandlerContext): Course {
  const course = training.catalog.courses.find(({ id }) => id === params['courseId'])
  if (!course) throw new Refusal(404, 'course not found')
  return course
}

export const listTrainingCollections: Handler = ({ training, query }) =>
  answerPage(query, training.catalog.collections, ({ id, title, description, courses }) => ({
    id,
    title,
    description,
    courseCount: courses.length,
  }))

export const listCollectionCourses: Handler = ({ training, query, params }) => {
  const collection = training.catalog.collections.find(({ id }) => id === params['collectionId'])
  if (!collection) throw new Refusal(404, 'collection not found')
  return answerPage(query, collection.courses, serializeCourse)
}

export const listCourses: Handler = ({ training, query }) => {
  const words = (readOne(query, 'searchTerm') ?? '').trim().toLowerCase()
  const ids = readIds(query, 'course')
  const found = training.catalog.courses.filter(
    ({ id, title }) => (ids === null || ids.has(id)) && title.toLowerCase().includes(words),
  )
  return answerPage(query, found, serializeCourse)
}

export const listCourseLessons: Handler = (context) =>
  answerJson({
    lessons: requireCourse(context).lessons.map(({ id, title, minimumScore }) => ({
      id,
      title,
      description: '',
      status: 'Published',
      minimumScore,
    })),
  })

const assignment = z.looseObject({
  assignments: z
    .array(z.looseObject({ id: z.string(), type: z.enum(assignmentTypes), isAssigned: z.boolean() }))
    .max(1_000)
    .default([]),
  universalAccess: z.boolean().optional(),
  clearAllUsers: z.boolean().optional(),
  clearAllGroups: z.boolean().optional(),
  clearAllSites: z.boolean().optional(),
})

const keyOf = ({ type, id }: { type: AssignmentType; id: string }) => `${type} ${id}`

export const assignCourse: Handler = (context) => {
  const { id: courseId } = requireCourse(context)
  const sent = parseSent(assignment, context.body)
  const { store } = context.users
  const isThere: Record<AssignmentType, (id: string) => boolean> = {
    ASSIGNMENT_TYPE_USER: (id) => store.user(id) !== undefined,
    ASSIGNMENT_TYPE_GROUP: (id) => store.groups.byId(id) !== undefined,
    ASSIGNMENT_TYPE_SITE: (id) => store.sites.byId(id) !== undefined,
  }
  const unknown = sent.assignments.find(({ type, id }) => !isThere[type](id))
  if (unknown) throw new Refusal(400, `assignments: nothing has the id "${unknown.id}"`)
  const cleared: Record<AssignmentType, boolean> = {
    ASSIGNMENT_TYPE_USER: sent.clearAllUsers === true,
    ASSIGNMENT_TYPE_GROUP: sent.clearAllGroups === true,
    ASSIGNMENT_TYPE_SITE: sent.clearAllSites === true,
  }
  const before = context.records.assignments(courseId)
  const next = new Map(before.assigned.flatMap((one) => (cleared[one.type] ? [] : [[keyOf(one), one]])))
  for (const { type, id, isAssigned } of sent.assignments) {
    if (isAssigned) next.set(keyOf({ type, id }), { type, id })
    else next.delete(keyOf({ type, id }))
  }
  const assigned = [...next.values()]
  const universalAccess = sent.universalAccess ?? before.universalAccess
  context.records.change({ do: 'put-assignments', assignments: { courseId, universalAccess, assigned } })
  // INFERRED: an object counts as updated when it differs from before.
  const had = new Map(before.assigned.map((one) => [keyOf(one), one]))
  const differing = [
    ...before.assigned.filter((one) => !next.has(keyOf(one))),
    ...assigned.filter((one) => !had.has(keyOf(one))),
  ]
  const count = (type: AssignmentType) => differing.filter((one) => one.type === type).length
  return answerJson({
    usersUpdated: count('ASSIGNMENT_TYPE_USER'),
    groupsUpdated: count('ASSIGNMENT_TYPE_GROUP'),
    sitesUpdated: count('ASSIGNMENT_TYPE_SITE'),
  })
}

export const listPaths: Handler = ({ training, query }) =>
  answerPage(query, training.catalog.paths, ({ id, title, isPublished }) => ({ id, title, isPublished }))

// INFERRED: the shape of a single path is not documented.
export const getPath: Handler = ({ training, params }) => {
  const path = training.catalog.paths.find(({ id }) => id === params['pathId'])
  if (!path) throw new Refusal(404, 'path not found')
  const { id, title, isPublished, courses } = path
  return answerJson({
    id,
    title,
    isPublished,
    courseCount: courses.length,
    courses: courses.map((course, at) => ({ id: course.id, title: course.title, order: at + 1 })),
  })
}

export const listLeaderboards: Handler = ({ training, query }) =>
  answerPage(query, training.catalog.leaderboards, ({ id, name, startMs, endMs, learnerAccess }) => ({
    id,
    name,
    startDate: iso(startMs),
    endDate: iso(endMs),
    learnerAccess,
  }))

function requireLeaderboard({ training, query }: HandlerContext): Leaderboard {
  const wanted = readOne(query, 'leaderboardId')
  if (wanted === null) throw new Refusal(400, 'leaderboardId is required')
  const found = training.catalog.leaderboards.find(({ id }) => id === wanted)
  if (!found) throw new Refusal(404, 'leaderboard not found')
  return found
}

/** The best attempt at each lesson counts. Returns all results at once, because this operation has no pages. */
export const listRankings: Handler = (context) => {
  const board = requireLeaderboard(context)
  const counted = new Set(board.courseIds)
  const best = new Map<string, number>()
  for (const { user, course, lesson, score, startedAtMs } of context.training.attempts()) {
    if (!counted.has(course.id) || startedAtMs < board.startMs || startedAtMs > board.endMs) continue
    const key = `${user.id} ${lesson.id}`
    best.set(key, Math.max(best.get(key) ?? 0, score))
  }
  const totals = new Map<string, number>()
  for (const [key, score] of best) {
    const userId = key.slice(0, key.indexOf(' '))
    totals.set(userId, (totals.get(userId) ?? 0) + score)
  }
  const ranked = context.users.store
    .users()
    .map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}`, score: totals.get(id) ?? 0 }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  const rankOf = new Map<number, number>()
  for (const [at, { score }] of ranked.entries()) if (!rankOf.has(score)) rankOf.set(score, at + 1)
  return answerJson({
    leaderboardId: board.id,
    leaderboardName: board.name,
    rankings: ranked.map(({ id, name, score }) => ({
      rank: rankOf.get(score),
      participantId: id,
      participantName: name,
      totalScore: score,
      isNotAttempted: !totals.has(id),
    })),
  })
}

// INFERRED: rapid refreshes are not documented at all.
export const listRapidRefresh: Handler = ({ training, query }) =>
  answerPage(query, training.catalog.refreshes, ({ id, title, createdAtMs, startMs, questions }) => ({
    id,
    title,
    isPublished: true,
    frequency: 'Weekly',
    questionCount: questions.length,
    createdDatetime: iso(createdAtMs),
    startDate: iso(startMs),
  }))

export const getRapidRefresh: Handler = ({ training, params }) => {
  const refresh = training.catalog.refreshes.find(({ id }) => id === params['id'])
  if (!refresh) throw new Refusal(404, 'rapid refresh not found')
  const { id, title, createdAtMs, startMs, questions } = refresh
  return answerJson({
    id,
    title,
    isPublished: true,
    frequency: 'Weekly',
    createdDatetime: iso(createdAtMs),
    startDate: iso(startMs),
    questions,
  })
}

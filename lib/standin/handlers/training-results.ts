import { hashText, makeUuid, mix } from '../random'
import { Refusal } from '../refusals'
import type { Course, Lesson, Slide } from '../training/catalog'
import type { Attempt } from '../training/results'
import type { UserRow } from '../users/steps'
import type { Handler, HandlerContext } from './context'
import { answerPage, readIds, readWindow } from './training-query'

/** INFERRED: these reports are not documented. Their fields are those of the older service (service.md 7). */

const iso = (ms: number) => new Date(ms).toISOString()
const salt = 0xf1

/** Attempts of the requested courses, lessons and users, or of one user. */
function findAttempts({ training, query }: HandlerContext, userId: string | null = null): Attempt[] {
  const [courses, lessons, users] = [readIds(query, 'course'), readIds(query, 'lesson'), readIds(query, 'user')]
  return training
    .attempts()
    .filter(
      ({ course, lesson, user }) =>
        (userId === null ? users === null || users.has(user.id) : user.id === userId) &&
        (courses === null || courses.has(course.id)) &&
        (lessons === null || lessons.has(lesson.id)),
    )
}

/** Lessons of the requested courses. */
function findLessons({ training, query }: HandlerContext): Array<{ course: Course; lesson: Lesson }> {
  const [courses, lessons] = [readIds(query, 'course'), readIds(query, 'lesson')]
  return training.catalog.courses
    .filter(({ id }) => courses === null || courses.has(id))
    .flatMap((course) => course.lessons.map((lesson) => ({ course, lesson })))
    .filter(({ lesson }) => lessons === null || lessons.has(lesson.id))
}

/** @throws Refusal 404 */
function requireUser({ users, params }: HandlerContext): UserRow {
  const row = users.store.user(params['userId'] ?? '')
  if (!row) throw new Refusal(404, 'user not found')
  return row
}

export const listLessonAttempts: Handler = (context) => {
  const until = context.training.knownUntil()
  return answerPage(context.query, findAttempts(context), (attempt) => {
    const { id, user, course, lesson, startedAtMs, completedAtMs, score, success, stars } = attempt
    const isOver = completedAtMs <= until
    return {
      id,
      userId: user.id,
      userExternalId: user.attributes['Employee number']?.[0] ?? '',
      courseId: course.id,
      courseExternalId: course.externalId,
      lessonId: lesson.id,
      lessonExternalId: lesson.externalId,
      startedDateTime: iso(startedAtMs),
      completedDateTime: isOver ? iso(completedAtMs) : null,
      score: isOver ? score : 0,
      success: isOver && success,
      earnedStars: isOver ? stars : 0,
    }
  })
}

/** Users by lesson: who opened it, and who completed it. */
function countByLesson(context: HandlerContext) {
  const until = context.training.knownUntil()
  const counts = new Map<string, { opened: Set<string>; completed: Set<string>; scores: number[]; seconds: number }>()
  for (const { lesson, user, success, score, startedAtMs, completedAtMs } of context.training.attempts()) {
    const row = counts.get(lesson.id) ?? { opened: new Set(), completed: new Set(), scores: [], seconds: 0 }
    counts.set(lesson.id, row)
    row.opened.add(user.id)
    if (completedAtMs > until) continue
    if (success) row.completed.add(user.id)
    row.scores.push(score)
    row.seconds += (completedAtMs - startedAtMs) / 1_000
  }
  return counts
}

const average = (sum: number, count: number) => (count === 0 ? 0 : Number((sum / count).toFixed(1)))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

export const getCourseStatistics: Handler = (context) => {
  const counts = countByLesson(context)
  const wanted = readIds(context.query, 'course')
  const people = context.users.store.users().length
  const courses = context.training.catalog.courses.filter(({ id }) => wanted === null || wanted.has(id))
  return answerPage(context.query, courses, ({ id, title, lessons, isMandatory }) => {
    const opened = new Set(lessons.flatMap((lesson) => [...(counts.get(lesson.id)?.opened ?? [])]))
    const through = [...opened].filter((user) => lessons.every((lesson) => counts.get(lesson.id)?.completed.has(user)))
    const { universalAccess, assigned } = context.records.assignments(id)
    const given = assigned.flatMap((one) => (one.type === 'ASSIGNMENT_TYPE_USER' ? [one.id] : []))
    return {
      courseId: id,
      courseTitle: title,
      totalUsers: isMandatory || universalAccess ? people : new Set([...opened, ...given]).size,
      openedCount: opened.size,
      completedCount: through.length,
    }
  })
}

export const getLessonStatistics: Handler = (context) => {
  const counts = countByLesson(context)
  return answerPage(context.query, findLessons(context), ({ course, lesson }) => {
    const row = counts.get(lesson.id)
    return {
      courseId: course.id,
      courseTitle: course.title,
      lessonId: lesson.id,
      lessonTitle: lesson.title,
      openedCount: row?.opened.size ?? 0,
      completedCount: row?.completed.size ?? 0,
      attemptCount: row?.scores.length ?? 0,
      averageScore: average(sum(row?.scores ?? []), row?.scores.length ?? 0),
      averageDuration: average(row?.seconds ?? 0, row?.scores.length ?? 0),
    }
  })
}

/** How one slide was answered in this many views. */
function serializeSlide(course: Course, lesson: Lesson, slide: Slide, views: number) {
  const key = hashText(slide.id)
  const isAsked = slide.question?.answers.some(({ isCorrect }) => isCorrect) === true
  const correct = isAsked ? Math.round(views * (0.6 + (mix(key, 1) % 36) / 100)) : 0
  return {
    courseId: course.id,
    lessonId: lesson.id,
    slideId: slide.id,
    slideTitle: slide.title,
    slideType: slide.kind,
    viewCount: views,
    averageDuration: 8 + (mix(key, 2) % 50),
    correctCount: correct,
    incorrectCount: isAsked ? views - correct : 0,
  }
}

const slidesOf = (lessons: ReadonlyArray<{ course: Course; lesson: Lesson }>) =>
  lessons.flatMap(({ course, lesson }) => lesson.slides.map((slide) => ({ course, lesson, slide })))

/** Attempts by lesson. */
function countViews(attempts: readonly Attempt[]): ReadonlyMap<string, number> {
  const views = new Map<string, number>()
  for (const { lesson } of attempts) views.set(lesson.id, (views.get(lesson.id) ?? 0) + 1)
  return views
}

export const getSlideStatistics: Handler = (context) => {
  const views = countViews(context.training.attempts())
  return answerPage(context.query, slidesOf(findLessons(context)), ({ course, lesson, slide }) =>
    serializeSlide(course, lesson, slide, views.get(lesson.id) ?? 0),
  )
}

export const getUserSlideStatistics: Handler = (context) => {
  const { id } = requireUser(context)
  const views = countViews(findAttempts(context, id))
  const seen = findLessons(context).filter(({ lesson }) => views.has(lesson.id))
  return answerPage(context.query, slidesOf(seen), ({ course, lesson, slide }) => ({
    userId: id,
    ...serializeSlide(course, lesson, slide, views.get(lesson.id) ?? 0),
  }))
}

export const getUserLessonProgress: Handler = (context) => {
  const { id } = requireUser(context)
  const until = context.training.knownUntil()
  const byLesson = new Map<string, Attempt[]>()
  for (const attempt of findAttempts(context, id)) {
    const others = byLesson.get(attempt.lesson.id)
    if (others) others.push(attempt)
    else byLesson.set(attempt.lesson.id, [attempt])
  }
  return answerPage(context.query, [...byLesson.values()], (attempts) => {
    const over = attempts.filter(({ completedAtMs }) => completedAtMs <= until)
    const done = over.find(({ success }) => success)
    const last = attempts.at(-1)
    return {
      userId: id,
      courseId: last?.course.id,
      courseTitle: last?.course.title,
      lessonId: last?.lesson.id,
      lessonTitle: last?.lesson.title,
      status: done ? 'Completed' : 'InProgress',
      progress: done ? 100 : 50,
      score: Math.max(0, ...over.map(({ score }) => score)),
      attemptCount: attempts.length,
      lastAccessedDateTime: last ? iso(last.startedAtMs) : null,
      completedDateTime: done ? iso(done.completedAtMs) : null,
    }
  })
}

/** The events of an attempt up to a time. */
function eventsOf(attempt: Attempt, until: number) {
  const opened = { attempt, name: 'LessonOpened', atMs: attempt.startedAtMs, score: null }
  if (!attempt.success || attempt.completedAtMs > until) return [opened]
  return [opened, { attempt, name: 'LessonCompleted', atMs: attempt.completedAtMs, score: attempt.score }]
}

function answerEvents(context: HandlerContext, userId: string | null) {
  const until = context.training.knownUntil()
  const { fromMs, toMs } = readWindow(context.query, context.training.now())
  const events = findAttempts(context, userId)
    .flatMap((attempt) => eventsOf(attempt, until))
    .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
    .sort((a, b) => a.atMs - b.atMs || (a.attempt.id < b.attempt.id ? -1 : 1))
  return answerPage(context.query, events, ({ attempt, name, atMs, score }) => ({
    id: makeUuid(hashText(attempt.id), hashText(name), salt),
    userId: attempt.user.id,
    userEmail: attempt.user.email,
    courseId: attempt.course.id,
    courseTitle: attempt.course.title,
    lessonId: attempt.lesson.id,
    lessonTitle: attempt.lesson.title,
    eventName: name,
    eventDateTime: iso(atMs),
    lessonScore: score,
  }))
}

export const listLessonProgressEvents: Handler = (context) => answerEvents(context, null)
export const listUserLessonProgressEvents: Handler = (context) => answerEvents(context, requireUser(context).id)

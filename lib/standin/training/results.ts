import { hashText, makeUuid, Random } from '../random'
import { activeStatus, type UserRow } from '../users/steps'
import type { Catalog, Course, Lesson } from './catalog'

const dayMs = 86_400_000
/** How far results reach back, and how far ahead they are planned, so that a kept demo continues to have new ones. */
const backDays = 300
const aheadDays = 400
/** Maximum number of learners: a demo of 100,000 users is about users. */
const learnersMax = 1_000

export interface Attempt {
  id: string
  user: UserRow
  course: Course
  lesson: Lesson
  startedAtMs: number
  completedAtMs: number
  score: number
  success: boolean
  stars: number
}

export interface RefreshAnswer {
  id: string
  refreshId: string
  questionId: string
  answerId: string
  answer: string
  question: string
  isCorrect: boolean
  user: UserRow
  atMs: number
}

const salts = { course: 0xe1, attempt: 0xe2, refresh: 0xe3 }

/** Who takes a course, and with what result, lesson by lesson. A pure function of seed, user and course. */
export function makeAttempts(seed: number, users: readonly UserRow[], catalog: Catalog, startMs: number): Attempt[] {
  const attempts: Attempt[] = []
  for (const user of users.slice(0, learnersMax)) {
    if (user.status !== activeStatus) continue
    const key = hashText(user.id)
    for (const course of catalog.courses) {
      const random = new Random(seed ^ hashText(course.id), key, salts.course)
      if (!course.isPublished || !random.chance(course.isMandatory ? 0.88 : 0.14)) continue
      addCourse(attempts, seed, user, course, random, startMs)
    }
  }
  return attempts.sort((a, b) => a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1))
}

function addCourse(
  attempts: Attempt[],
  seed: number,
  user: UserRow,
  course: Course,
  random: Random,
  startMs: number,
): void {
  let at = startMs + random.integer(-backDays, aheadDays) * dayMs + random.integer(7 * 3_600, 18 * 3_600) * 1_000
  // Some give up along the way.
  const lessons = random.chance(0.78) ? course.lessons.length : random.integer(1, course.lessons.length)
  for (const lesson of course.lessons.slice(0, lessons)) {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const seconds = random.integer(120, 900)
      const score = lesson.minimumScore === 0 ? 100 : Math.min(100, random.integer(5, 11) * 10)
      const success = score >= lesson.minimumScore
      attempts.push({
        id: makeUuid(hashText(`${user.id}/${lesson.id}`) ^ seed, attempt, salts.attempt),
        user,
        course,
        lesson,
        startedAtMs: at,
        completedAtMs: at + seconds * 1_000,
        score,
        success,
        stars: success ? (score === 100 ? 3 : score >= 90 ? 2 : 1) : 0,
      })
      at += seconds * 1_000 + (random.chance(0.6) ? random.integer(60, 900) * 1_000 : random.integer(1, 4) * dayMs)
      if (success) break
    }
  }
}

/** One answer to each question of a refresh by about a third of the people, over the weeks after its start. */
export function makeRefreshAnswers(seed: number, users: readonly UserRow[], catalog: Catalog): RefreshAnswer[] {
  const answers: RefreshAnswer[] = []
  for (const user of users.slice(0, learnersMax))
    for (const refresh of catalog.refreshes) {
      const random = new Random(seed ^ hashText(refresh.id), hashText(user.id), salts.refresh)
      if (user.status !== activeStatus || !random.chance(0.33)) continue
      let atMs = refresh.startMs + random.integer(0, 60) * dayMs + random.integer(7 * 3_600, 18 * 3_600) * 1_000
      for (const question of refresh.questions) {
        const right = question.answers.find(({ isCorrect }) => isCorrect)
        const chosen = right && random.chance(0.8) ? right : random.pick(question.answers)
        atMs += random.integer(5, 50) * 1_000
        answers.push({
          id: makeUuid(hashText(`${user.id}/${question.id}`) ^ seed, 0, salts.refresh),
          refreshId: refresh.id,
          questionId: question.id,
          question: question.content,
          answerId: chosen.id,
          answer: chosen.content,
          isCorrect: chosen.isCorrect,
          user,
          atMs,
        })
      }
    }
  return answers.sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
}

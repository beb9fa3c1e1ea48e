import { hashText, makeHex, makeUuid, Random } from '../random'
import { curriculum, lessonTitles, pathPlans, quizQuestions, slideKinds, surveyQuestions } from './titles'

const dayMs = 86_400_000
const salts = { course: 0xd1, lesson: 0xd2, slide: 0xd3, path: 0xd4, board: 0xd5, refresh: 0xd6, question: 0xd7 }

export interface AnswerDefinition {
  id: string
  content: string
  isCorrect: boolean
}
export interface Question {
  id: string
  /** With markup, as in the service. */
  content: string
  answers: AnswerDefinition[]
}
export interface Slide {
  id: string
  title: string
  kind: (typeof slideKinds)[number]
  question: Question | null
}
export interface Lesson {
  id: string
  externalId: string
  title: string
  minimumScore: number
  slides: Slide[]
}
export interface Course {
  id: string
  externalId: string
  title: string
  collection: string
  isMandatory: boolean
  isPublished: boolean
  durationS: number
  createdAtMs: number
  modifiedAtMs: number
  dueByMs: number | null
  lessons: Lesson[]
}
export interface RapidRefresh {
  id: string
  title: string
  createdAtMs: number
  startMs: number
  questions: Question[]
}
export interface Leaderboard {
  id: string
  name: string
  startMs: number
  endMs: number
  learnerAccess: string
  courseIds: string[]
}

export interface Catalog {
  collections: Array<{ id: string; title: string; description: string; courses: Course[] }>
  courses: Course[]
  paths: Array<{ id: string; title: string; isPublished: boolean; courses: Course[] }>
  leaderboards: Leaderboard[]
  refreshes: RapidRefresh[]
}

function makeQuestion(from: readonly [string, readonly string[]], key: number, hasRight: boolean): Question {
  const [text, answers] = from
  return {
    id: makeUuid(key, 0, salts.question),
    content: `<p>${text}</p>`,
    answers: answers.map((content, at) => ({
      id: makeUuid(key, at + 1, salts.question),
      content,
      isCorrect: hasRight && at === 0,
    })),
  }
}

function makeSlides(lessonKey: number, isLast: boolean, random: Random): Slide[] {
  const count = random.integer(4, 9)
  return Array.from({ length: count }, (_, at) => {
    const kind =
      at === 0 ? 'title' : isLast && at === count - 1 ? 'survey' : random.pick(slideKinds.filter((k) => k !== 'survey'))
    const key = hashText(`${lessonKey}/${at}`)
    const question =
      kind === 'survey'
        ? makeQuestion(random.pick(surveyQuestions), key, false)
        : kind === 'multiple-choice'
          ? makeQuestion(random.pick(quizQuestions), key, true)
          : kind === 'true-false'
            ? makeQuestion(['This rule has no exceptions.', ['True', 'False']], key, true)
            : null
    return { id: makeUuid(lessonKey, at, salts.slide), title: `Slide ${at + 1}`, kind, question }
  })
}

function makeCourse(seed: number, marked: string, collection: string, startMs: number): Course {
  const title = marked.replace('*', '')
  const key = hashText(title)
  const random = new Random(seed, key, salts.course)
  const count = random.integer(3, 8)
  const createdAtMs = startMs - random.integer(320, 900) * dayMs
  const lessons = lessonTitles
    .slice(0, count - 1)
    .concat(lessonTitles[lessonTitles.length - 1] ?? [])
    .map((name, at): Lesson => {
      const lessonKey = hashText(`${title}/${at}`)
      return {
        id: makeUuid(lessonKey, seed, salts.lesson),
        externalId: `${makeHex(key, 0, salts.course).slice(0, 6)}-${at + 1}`,
        title: name,
        minimumScore: at === count - 1 ? 80 : 0,
        slides: makeSlides(lessonKey, at === count - 1, random),
      }
    })
  const isMandatory = marked.endsWith('*')
  return {
    id: makeUuid(key, seed, salts.course),
    externalId: `HQ-${makeHex(key, 0, salts.course).slice(0, 6)}`,
    title,
    collection,
    isMandatory,
    isPublished: isMandatory || random.chance(0.92),
    durationS: count * random.integer(240, 600),
    createdAtMs,
    modifiedAtMs: createdAtMs + random.integer(1, 300) * dayMs,
    dueByMs: isMandatory ? startMs + random.integer(10, 90) * dayMs : null,
    lessons,
  }
}

/** All courses, the same for the same seed and day. */
export function makeCatalog(seed: number, startMs: number): Catalog {
  const collections = curriculum.map(({ title, description, courses }) => ({
    id: makeUuid(hashText(title), seed, salts.path),
    title,
    description,
    courses: courses.map((name) => makeCourse(seed, name, title, startMs)),
  }))
  const courses = collections.flatMap((collection) => collection.courses)
  const paths = pathPlans.map(([title, names], at) => ({
    id: makeUuid(hashText(title), seed, salts.path + 16),
    title,
    isPublished: at !== pathPlans.length - 1,
    courses: names.flatMap((name) => courses.find((course) => course.title === name) ?? []),
  }))
  const quarter = 91 * dayMs
  const leaderboards = ['This quarter', 'Last quarter', 'Forklift league', 'New starters'].map((name, at) => ({
    id: makeUuid(hashText(name), seed, salts.board),
    name,
    startMs: startMs - (at === 1 ? 2 : 1) * quarter,
    endMs: at === 1 ? startMs - quarter : startMs + 30 * dayMs,
    learnerAccess: at === 3 ? 'Invited' : 'Everyone',
    courseIds: (at < 2 ? courses : (paths[at === 2 ? 1 : 0]?.courses ?? [])).map(({ id }) => id),
  }))
  const refreshes = ['Monday minute', 'Fire doors', 'Cold chain', 'Racking in two minutes', 'Winter roads'].map(
    (title, at) => ({
      id: makeUuid(hashText(title), seed, salts.refresh),
      title,
      createdAtMs: startMs - (200 - at * 20) * dayMs,
      startMs: startMs - (120 - at * 18) * dayMs,
      questions: quizQuestions
        .slice(at % 3, (at % 3) + 4)
        .map((question, place) => makeQuestion(question, hashText(`${title}/${place}`), true)),
    }),
  )
  return { collections, courses, paths, leaderboards, refreshes }
}

import { idOf, isFields, omit, pick, readList, readTime, textOf, type Fields } from '@/lib/service/shapes'
import type {
  CollectionRow,
  CourseRow,
  CourseStatistics,
  LeaderboardRow,
  LessonRow,
  PathRow,
  ProgressEvent,
  RankingRow,
  SurveyAnswer,
} from './schema'

/**
 * Reads answers of training (service.md 7). Courses, paths and leaderboards are known from public pages; the reports are
 * INFERRED from the older service with the same ones, so each thing is looked for under both spellings.
 */

const numberOf = (from: Fields, names: readonly string[]): number | null => {
  const value = pick(from, names)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
const countOf = (from: Fields, names: readonly string[]): number | null => {
  const value = numberOf(from, names)
  return value === null ? null : Math.trunc(value)
}
const flagOf = (from: Fields, names: readonly string[]): boolean | null => {
  const value = pick(from, names)
  return typeof value === 'boolean' ? value : null
}
const timeOf = (from: Fields, names: readonly string[]) => readTime(pick(from, names))
/** A text that says something. */
const wordOf = (from: Fields, names: readonly string[]): string | null => {
  const text = textOf(from, names)?.trim() ?? ''
  return text === '' ? null : text
}

const titleNames = ['title', 'name'] as const

export interface TrainingPage<Row> {
  rows: Row[]
  total: number | null
}

function readPage<Row>(
  answer: unknown,
  names: readonly string[],
  what: string,
  read: (entry: Fields) => Row | null,
): TrainingPage<Row> {
  const { items } = readList(answer, names, what, (entry) => (isFields(entry) ? read(entry) : null))
  return { rows: items, total: isFields(answer) ? countOf(answer, ['totalCount', 'total_count', 'total']) : null }
}

/** @throws AppError upstream_failed when it is no list; so do all that follow */
export const readCourses = (answer: unknown): TrainingPage<CourseRow> =>
  readPage(answer, ['items', 'courses'], 'list of courses', (entry) => {
    const courseId = idOf(entry, ['id', 'courseId'])
    if (courseId === null) return null
    const isPublished = flagOf(entry, ['isPublished'])
    return {
      courseId,
      title: wordOf(entry, titleNames) ?? courseId,
      description: wordOf(entry, ['description']),
      status: wordOf(entry, ['status']) ?? (isPublished === null ? null : isPublished ? 'Published' : 'Draft'),
      isMandatory: flagOf(entry, ['isMandatory']),
      // A live answer had it with a capital letter.
      lessonCount: countOf(entry, ['lessonCount', 'LessonCount']),
      durationSeconds: numberOf(entry, ['duration']),
      dueBy: timeOf(entry, ['dueBy']),
      modifiedAt: timeOf(entry, ['modifiedDatetime', 'modifiedDateTime', 'modifiedAt']),
    }
  })

export const readLessons = (answer: unknown): LessonRow[] =>
  readPage(answer, ['lessons', 'items'], 'list of lessons', (entry) => {
    const lessonId = idOf(entry, ['id', 'lessonId'])
    if (lessonId === null) return null
    return {
      lessonId,
      title: wordOf(entry, titleNames) ?? lessonId,
      description: wordOf(entry, ['description']),
      status: wordOf(entry, ['status']),
      minimumScore: numberOf(entry, ['minimumScore']),
    }
  }).rows

const pathNames = new Set(['id', 'pathId', 'title', 'name', 'isPublished'])

function readPathFields(entry: Fields): PathRow | null {
  const pathId = idOf(entry, ['id', 'pathId'])
  if (pathId === null) return null
  return {
    pathId,
    title: wordOf(entry, titleNames) ?? pathId,
    isPublished: flagOf(entry, ['isPublished']),
    rest: omit(entry, pathNames),
  }
}

export const readPaths = (answer: unknown): TrainingPage<PathRow> =>
  readPage(answer, ['items', 'paths'], 'list of paths', readPathFields)

/** Null when the answer is no path. */
export const readPath = (answer: unknown): PathRow | null => {
  if (!isFields(answer)) return null
  const inner = pick(answer, ['path', 'item', 'data'])
  return readPathFields(answer) ?? (isFields(inner) ? readPathFields(inner) : null)
}

export const readLeaderboards = (answer: unknown): TrainingPage<LeaderboardRow> =>
  readPage(answer, ['items', 'leaderboards'], 'list of leaderboards', (entry) => {
    const leaderboardId = idOf(entry, ['id', 'leaderboardId'])
    if (leaderboardId === null) return null
    return {
      leaderboardId,
      name: wordOf(entry, ['name', 'title']) ?? leaderboardId,
      startsAt: timeOf(entry, ['startDate', 'startDateTime']),
      endsAt: timeOf(entry, ['endDate', 'endDateTime']),
      access: wordOf(entry, ['learnerAccess']),
    }
  })

export const readRankings = (answer: unknown): { name: string | null; rankings: RankingRow[] } => ({
  name: isFields(answer) ? wordOf(answer, ['leaderboardName', 'name']) : null,
  rankings: readPage(answer, ['rankings', 'items'], 'list of rankings', (entry): RankingRow => {
    const participantId = idOf(entry, ['participantId', 'userId', 'id'])
    return {
      rank: numberOf(entry, ['rank']),
      participantId,
      name: wordOf(entry, ['participantName', 'name']) ?? participantId ?? 'Somebody',
      score: numberOf(entry, ['totalScore', 'score']),
      isNotAttempted: flagOf(entry, ['isNotAttempted']) ?? false,
    }
  }).rows,
})

export const readCollections = (answer: unknown): TrainingPage<CollectionRow> =>
  readPage(answer, ['items', 'collections'], 'list of collections', (entry) => {
    const collectionId = idOf(entry, ['id', 'collectionId'])
    if (collectionId === null) return null
    return {
      collectionId,
      title: wordOf(entry, titleNames) ?? collectionId,
      description: wordOf(entry, ['description']),
    }
  })

export const readStatistics = (answer: unknown): TrainingPage<CourseStatistics> =>
  readPage(answer, ['items', 'statistics'], 'list of statistics', (entry) => {
    const courseId = idOf(entry, ['courseId', 'id'])
    if (courseId === null) return null
    return {
      courseId,
      title: wordOf(entry, ['courseTitle', ...titleNames]),
      users: countOf(entry, ['totalUsers', 'users']),
      opened: countOf(entry, ['openedCount', 'opened']),
      completed: countOf(entry, ['completedCount', 'completed']),
    }
  })

export const readProgress = (answer: unknown): TrainingPage<ProgressEvent> =>
  readPage(answer, ['items', 'events'], 'list of progress events', (entry): ProgressEvent => {
    const at = timeOf(entry, ['eventDateTime', 'eventDatetime', 'dateTime'])
    const who = wordOf(entry, ['userEmail', 'userName', 'userExternalId']) ?? idOf(entry, ['userId'])
    const what = wordOf(entry, ['eventName', 'event', 'type']) ?? 'event'
    return {
      eventId: idOf(entry, ['id', 'eventId']) ?? [at, who, what, idOf(entry, ['lessonId'])].join(' '),
      at,
      what,
      who: who ?? 'Somebody',
      courseTitle: wordOf(entry, ['courseTitle']),
      lessonTitle: wordOf(entry, ['lessonTitle']),
      score: numberOf(entry, ['lessonScore', 'score']),
    }
  })

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** What markup says, as plain text: questions are told in HTML, and none of it is ever rendered. */
export function readMarkup(html: string): string {
  return html
    .replaceAll(/<(?:br|\/p|\/div|\/li)\b[^>]*>/gi, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#x?[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code > 31 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : ' '
    })
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export const readAnswers = (answer: unknown): TrainingPage<SurveyAnswer> =>
  readPage(answer, ['items', 'answers'], 'list of survey answers', (entry) => {
    const answerId = idOf(entry, ['id', 'answerId'])
    if (answerId === null) return null
    return {
      answerId,
      at: timeOf(entry, ['answeredDateTime', 'answeredDatetime']),
      question: readMarkup(textOf(entry, ['questionContent', 'question']) ?? idOf(entry, ['questionId']) ?? ''),
      answer: readMarkup(textOf(entry, ['answerContent', 'answer']) ?? ''),
      userId: idOf(entry, ['userId']),
    }
  })

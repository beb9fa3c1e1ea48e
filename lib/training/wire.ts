import { idOf, isFields, omit, pick, readId, readList, readTime, textOf, type Fields } from '@/lib/service/shapes'
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
 * Reads responses of the training API (service.md 7). Courses, lessons, paths, leaderboards and rankings use the field
 * names that a public client reads. Collections and the reports are INFERRED: they use the field names of the same
 * reports of the older service.
 */

function numberOf(from: Fields, ...names: readonly string[]): number | null {
  const value = pick(from, ...names)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
function countOf(from: Fields, ...names: readonly string[]): number | null {
  const value = numberOf(from, ...names)
  return value === null ? null : Math.trunc(value)
}
function flagOf(from: Fields, name: string): boolean | null {
  const value = pick(from, name)
  return typeof value === 'boolean' ? value : null
}
const timeOf = (from: Fields, name: string) => readTime(pick(from, name))
/** A text that is not blank; null otherwise. */
const wordOf = (from: Fields, name: string): string | null => readId(textOf(from, name)?.trim())

export interface TrainingPage<Row> {
  rows: Row[]
  total: number | null
}

function readPage<Row>(answer: unknown, name: string, read: (entry: Fields) => Row | null): TrainingPage<Row> {
  const { items } = readList(answer, [name], 'training', (entry) => (isFields(entry) ? read(entry) : null))
  return { rows: items, total: isFields(answer) ? countOf(answer, 'totalCount') : null }
}

/** @throws AppError upstream_failed when the response is not a list; this applies to all functions below */
export const readCourses = (answer: unknown): TrainingPage<CourseRow> =>
  readPage(answer, 'items', (entry) => {
    const courseId = idOf(entry, 'id')
    if (courseId === null) return null
    const isPublished = flagOf(entry, 'isPublished')
    return {
      courseId,
      title: wordOf(entry, 'title') ?? courseId,
      description: wordOf(entry, 'description'),
      status: wordOf(entry, 'status') ?? (isPublished === null ? null : isPublished ? 'Published' : 'Draft'),
      isMandatory: flagOf(entry, 'isMandatory'),
      // The documentation has a lower-case letter, but a live response had an upper-case one.
      lessonCount: countOf(entry, 'lessonCount', 'LessonCount'),
      durationSeconds: numberOf(entry, 'duration'),
      dueBy: timeOf(entry, 'dueBy'),
      modifiedAt: timeOf(entry, 'modifiedDatetime'),
    }
  })

export const readLessons = (answer: unknown): LessonRow[] =>
  readPage(answer, 'lessons', (entry) => {
    const lessonId = idOf(entry, 'id')
    if (lessonId === null) return null
    return {
      lessonId,
      title: wordOf(entry, 'title') ?? lessonId,
      description: wordOf(entry, 'description'),
      status: wordOf(entry, 'status'),
      minimumScore: numberOf(entry, 'minimumScore'),
    }
  }).rows

const pathNames = new Set(['id', 'title', 'isPublished'])

function readPathFields(entry: Fields): PathRow | null {
  const pathId = idOf(entry, 'id')
  if (pathId === null) return null
  return {
    pathId,
    title: wordOf(entry, 'title') ?? pathId,
    isPublished: flagOf(entry, 'isPublished'),
    rest: omit(entry, pathNames),
  }
}

export const readPaths = (answer: unknown): TrainingPage<PathRow> => readPage(answer, 'items', readPathFields)

/** One path; INFERRED to have the same fields as in the list. Null when the response is not a path. */
export const readPath = (answer: unknown): PathRow | null => (isFields(answer) ? readPathFields(answer) : null)

export const readLeaderboards = (answer: unknown): TrainingPage<LeaderboardRow> =>
  readPage(answer, 'items', (entry) => {
    const leaderboardId = idOf(entry, 'id')
    if (leaderboardId === null) return null
    return {
      leaderboardId,
      name: wordOf(entry, 'name') ?? leaderboardId,
      startsAt: timeOf(entry, 'startDate'),
      endsAt: timeOf(entry, 'endDate'),
      access: wordOf(entry, 'learnerAccess'),
    }
  })

export const readRankings = (answer: unknown): { name: string | null; rankings: RankingRow[] } => ({
  name: isFields(answer) ? wordOf(answer, 'leaderboardName') : null,
  rankings: readPage(answer, 'rankings', (entry): RankingRow => {
    const participantId = idOf(entry, 'participantId')
    return {
      rank: numberOf(entry, 'rank'),
      participantId,
      name: wordOf(entry, 'participantName') ?? participantId ?? 'Somebody',
      score: numberOf(entry, 'totalScore'),
      isNotAttempted: flagOf(entry, 'isNotAttempted') ?? false,
    }
  }).rows,
})

export const readCollections = (answer: unknown): TrainingPage<CollectionRow> =>
  readPage(answer, 'items', (entry) => {
    const collectionId = idOf(entry, 'id')
    if (collectionId === null) return null
    return {
      collectionId,
      title: wordOf(entry, 'title') ?? collectionId,
      description: wordOf(entry, 'description'),
    }
  })

export const readStatistics = (answer: unknown): TrainingPage<CourseStatistics> =>
  readPage(answer, 'items', (entry) => {
    const courseId = idOf(entry, 'courseId')
    if (courseId === null) return null
    return {
      courseId,
      title: wordOf(entry, 'courseTitle'),
      users: countOf(entry, 'totalUsers'),
      opened: countOf(entry, 'openedCount'),
      completed: countOf(entry, 'completedCount'),
    }
  })

export const readProgress = (answer: unknown): TrainingPage<ProgressEvent> =>
  readPage(answer, 'items', (entry): ProgressEvent => {
    const at = timeOf(entry, 'eventDateTime')
    const who = wordOf(entry, 'userEmail') ?? idOf(entry, 'userId')
    const what = wordOf(entry, 'eventName') ?? 'event'
    return {
      eventId: idOf(entry, 'id') ?? [at, who, what, idOf(entry, 'lessonId')].join(' '),
      at,
      what,
      who: who ?? 'Somebody',
      courseTitle: wordOf(entry, 'courseTitle'),
      lessonTitle: wordOf(entry, 'lessonTitle'),
      score: numberOf(entry, 'lessonScore'),
    }
  })

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Converts markup to plain text. Questions come as HTML, which is never rendered. */
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
  readPage(answer, 'items', (entry) => {
    const answerId = idOf(entry, 'id')
    if (answerId === null) return null
    return {
      answerId,
      at: timeOf(entry, 'answeredDateTime'),
      question: readMarkup(textOf(entry, 'questionContent', 'questionId') ?? ''),
      answer: readMarkup(textOf(entry, 'answerContent') ?? ''),
      userId: idOf(entry, 'userId'),
    }
  })

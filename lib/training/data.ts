import 'server-only'
import type * as z from 'zod'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { service } from '@/lib/service/instance'
import type { CallOptions, Service } from '@/lib/service/types'
import {
  readAnswers,
  readCollections,
  readCourses,
  readLeaderboards,
  readLessons,
  readPath,
  readPaths,
  readProgress,
  readRankings,
  readStatistics,
} from './wire'
import type { courseQuery, PathRow, progressQuery } from './schema'
import { pageSize } from './values-model'

/**
 * Each page of a list is one request, and no training data is stored here. All functions throw AppError as
 * `Service.call`.
 */
export interface TrainingDeps {
  service?: Pick<Service, 'call'>
  signal?: AbortSignal
}

const clientOf = (deps: TrainingDeps) => deps.service ?? service()
const optionsOf = ({ signal }: TrainingDeps): CallOptions => (signal === undefined ? {} : { signal })

/** Courses whose titles contain these words, or all courses without words. */
export async function listCourses({ page, words }: z.output<typeof courseQuery>, deps: TrainingDeps = {}) {
  const query = { page, pageSize, ...(words === undefined || words === '' ? {} : { searchTerm: words }) }
  const { rows, total } = readCourses(await clientOf(deps).call('listTrainingCourses', { query }, optionsOf(deps)))
  return { courses: rows, page, total }
}

export async function listLessons(courseId: string, deps: TrainingDeps = {}) {
  const answer = await clientOf(deps).call('listTrainingCourseLessons', { params: { courseId } }, optionsOf(deps))
  return { lessons: readLessons(answer) }
}

export async function listPaths(page: number, deps: TrainingDeps = {}) {
  const answer = await clientOf(deps).call('listTrainingPaths', { query: { page, pageSize } }, optionsOf(deps))
  const { rows, total } = readPaths(answer)
  return { paths: rows, page, total }
}

/** One path with everything that the service returns, because its structure is not documented. */
export async function readOnePath(pathId: string, deps: TrainingDeps = {}): Promise<PathRow> {
  const path = readPath(await clientOf(deps).call('getTrainingPath', { params: { pathId } }, optionsOf(deps)))
  if (path === null) throw new AppError('upstream_failed', serverText('training.unreadablePath'))
  return path
}

export async function listLeaderboards(page: number, deps: TrainingDeps = {}) {
  const answer = await clientOf(deps).call('listTrainingLeaderboards', { query: { page, pageSize } }, optionsOf(deps))
  const { rows, total } = readLeaderboards(answer)
  return { leaderboards: rows, page, total }
}

/** The whole ranking, which the service returns at once. */
export async function listRankings(leaderboardId: string, deps: TrainingDeps = {}) {
  const query = { leaderboardId }
  return readRankings(await clientOf(deps).call('getTrainingLeaderboardRankings', { query }, optionsOf(deps)))
}

export async function listCollections(page: number, deps: TrainingDeps = {}) {
  const answer = await clientOf(deps).call('listTrainingCollections', { query: { page, pageSize } }, optionsOf(deps))
  const { rows, total } = readCollections(answer)
  return { collections: rows, page, total }
}

export async function listCollectionCourses(collectionId: string, page: number, deps: TrainingDeps = {}) {
  const input = { params: { collectionId }, query: { page, pageSize } }
  const { rows, total } = readCourses(
    await clientOf(deps).call('listTrainingCollectionCourses', input, optionsOf(deps)),
  )
  return { courses: rows, page, total }
}

/** How many people opened and completed each course. The data comes from a warehouse that is up to two hours behind. */
export async function listStatistics(page: number, deps: TrainingDeps = {}) {
  const answer = await clientOf(deps).call('listCourseStatistics', { query: { page, pageSize } }, optionsOf(deps))
  const { rows, total } = readStatistics(answer)
  return { statistics: rows, page, total }
}

/** Who opened and completed which lessons, within a window of seven days at most. */
export async function listProgress({ from, until, page }: z.output<typeof progressQuery>, deps: TrainingDeps = {}) {
  const query = { mineventdatetime: from, maxeventdatetime: until, page, pageSize }
  const { rows, total } = readProgress(
    await clientOf(deps).call('listLessonProgressEvents', { query }, optionsOf(deps)),
  )
  return { events: rows, page, total }
}

export async function listSurveyAnswers(page: number, deps: TrainingDeps = {}) {
  const answer = await clientOf(deps).call('listSurveyAnswers', { query: { page, pageSize } }, optionsOf(deps))
  const { rows, total } = readAnswers(answer)
  return { answers: rows, page, total }
}

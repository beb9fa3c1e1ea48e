import 'server-only'
import { AppError } from '@/lib/errors'
import { composeVector, titleKey } from '@/lib/search/search-text'
import { listAnsweredQuestions } from '@/lib/report/answered-model'
import { listNamedAssets } from '@/lib/report/assets-model'
import { listFailedQuestions, type FailedQuestion } from '@/lib/report/failures-model'
import { listIndexedMedia, type IndexedMedia } from '@/lib/report/index-rows'
import { buildReportSlices, summarizeReport } from '@/lib/report/model'
import { asInstant, asNumber, asRecord, type JsonRecord } from '@/lib/report/read'
import type { NamedAsset } from '@/lib/report/names-schema'
import type { Report } from '@/lib/report/schema'
import { listSearchTexts } from '@/lib/report/search-terms'
import { finish, type Slices } from '@/lib/report/slices-model'
import type { InspectionSummary } from '@/lib/report/types'
import { normalizeInstant } from '@/lib/time/instants'
import { cutText, serverText } from '@/lib/server-text'
import { toQuestionSet, type QuestionSet } from './question-sets'

/** What the index keeps of a document. */
export interface DocumentDigest {
  summary: InspectionSummary
  /** tsvector literal of the words by which the search finds the document. */
  search: string
  titleKey: string | null
  /** Its files, hidden ones included. */
  media: IndexedMedia[]
  /** What `listFailedQuestions` finds. */
  failures: FailedQuestion[]
  /** What `listNamedAssets` finds. */
  assets: NamedAsset[]
  /** The questions that were answered. */
  answered: QuestionSet
  /** Which parts of the document have an unexpected shape, as a text for people. Null when all are as expected. */
  problem: string | null
  /** Null when the document does not say. */
  modifiedAt: string | null
}

export interface ReadDocument extends DocumentDigest {
  document: unknown
  /** Its own id, whatever it is. */
  ownId: unknown
  /** Whether it has any field of an inspection. */
  isLikely: boolean
}

/** The error for a response that is not an inspection. */
export function toUnreadableError(cause?: unknown): AppError {
  return new AppError('upstream_failed', serverText('sync.notInspection'), { cause })
}

const problemCharsMax = 1_000

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string' && value !== ''
/** Fields that every inspection has (service.md 1.1), with a check of their values. */
const requiredFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  audit_id: isText,
  template_id: isText,
  created_at: (value) => asInstant(value) !== null,
  modified_at: (value) => asInstant(value) !== null,
  audit_data: isObject,
  template_data: isObject,
  header_items: Array.isArray,
  items: Array.isArray,
}

/** Optional fields with a check of their values. A value of another type is not used. */
const optionalFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  score: (value) => asNumber(value) !== null,
  total_score: (value) => asNumber(value) !== null,
  score_percentage: (value) => asNumber(value) !== null,
  date_started: (value) => asInstant(value) !== null,
  date_completed: (value) => asInstant(value) !== null,
}

const requiredChecks = Object.entries(requiredFields)
const optionalChecks = Object.entries(optionalFields)

function listProblems(root: JsonRecord, report: Report): string[] {
  // If the document is not an object, that is its only problem, and the report shows it.
  if (Object.keys(root).length === 0 && report.oddities.length > 0) return report.oddities
  const missing: string[] = []
  const wrong: string[] = []
  for (const [name, fits] of requiredChecks) {
    if (root[name] === undefined || root[name] === null) missing.push(name)
    else if (!fits(root[name])) wrong.push(name)
  }
  const data = asRecord(root['audit_data'])
  for (const [name, fits] of optionalChecks)
    if (data[name] !== undefined && data[name] !== null && !fits(data[name])) wrong.push(`audit_data.${name}`)
  return [
    ...(missing.length === 0 ? [] : [serverText('sync.document.missingFields', { fields: missing.join(', ') })]),
    ...(wrong.length === 0 ? [] : [serverText('sync.document.wrongFields', { fields: wrong.join(', ') })]),
    ...report.oddities,
  ]
}

/** Joins sentences about a document as `document_problem` holds them; null when there are none. */
export function joinProblems(problems: ReadonlyArray<string | null>): string | null {
  const text = problems.filter((problem) => problem !== null).join(' ')
  return text === '' ? null : cutText(text, problemCharsMax).toWellFormed()
}

/**
 * Reads a document of the service for the index.
 * @throws AppError upstream_failed when the text is not JSON
 */
export function readDocument(text: string): ReadDocument {
  return finish(readDocumentSlices(text))
}

/**
 * `readDocument` as work that can pause.
 * @throws as `readDocument`
 */
export function* readDocumentSlices(text: string): Slices<ReadDocument> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw toUnreadableError(error)
  }
  yield
  const report = yield* buildReportSlices(document)
  const root = asRecord(document)
  const summary = summarizeReport(report)
  const texts = listSearchTexts(report)
  yield
  const { vector, isWhole } = composeVector(texts)
  yield
  return {
    document,
    ownId: root['audit_id'],
    isLikely: requiredChecks.some(([name]) => root[name] !== undefined && root[name] !== null),
    summary,
    search: vector,
    titleKey: titleKey(summary.title),
    media: listIndexedMedia(report),
    failures: listFailedQuestions(report),
    assets: listNamedAssets(report),
    answered: toQuestionSet(listAnsweredQuestions(report)),
    problem: joinProblems([...listProblems(root, report), isWhole ? null : serverText('sync.document.tooMuchText')]),
    modifiedAt: normalizeInstant(summary.modifiedAt),
  }
}

import 'server-only'
import { AppError } from '@/lib/errors'
import { sortNames, type SortName } from '@/lib/inspections/columns'
import { readNumberRange, type NumberRange } from './filter-values'
import { readQueryText, type TextQuery } from './query-text'
import {
  inspectionResult,
  reviewFilters,
  type FilterName,
  type InspectionResult,
  type ListParams,
  type ReviewFilter,
} from '@/lib/inspections/schema'
import { defaultSort } from '@/lib/inspections/params-model'
import { serverText } from '@/lib/server-text'
import { readTimeRange } from '@/lib/time/time-range'
import { resolveTimeRange, type TimeBounds } from '@/lib/time/time-range-bounds'

/** Included values or ranges (`any`) and excluded ones (`none`). `*` means any value and is a separate flag. */
export interface Choice<Value = string> {
  any: readonly Value[]
  isPresent: boolean
  none: readonly Value[]
  isAbsent: boolean
}

/** The parsed parameters of a list, with relative times resolved. */
export interface InspectionFilter {
  /** A row must match all of them. */
  texts: readonly TextQuery[]
  template: Choice
  site: Choice
  author: Choice
  result: Choice<InspectionResult>
  score: Choice<NumberRange>
  failed: Choice<NumberRange>
  /** Keys of questions. At least one of them failed. */
  questions: readonly string[]
  /** Keys of questions. At least one of them was answered. */
  answered: readonly string[]
  /** Assets that the answers name, at least one of them: ids, or texts if the service gives no id. */
  assets: readonly string[]
  modified: Choice<TimeBounds>
  completedAt: Choice<TimeBounds>
  hasMedia: Either
  isCompleted: Either
  isArchived: Either
  /** Null: both missing and other inspections. */
  isMissing: boolean | null
  problems: readonly string[]
  reviews: { any: readonly ReviewFilter[]; none: readonly ReviewFilter[] }
}

export interface Sort {
  name: SortName
  isDescending: boolean
}

/** The parameters of a list for the database. */
export interface ReadList {
  filter: InspectionFilter
  sort: Sort
}

const idsMax = 200
const termsMax = 100

function refuse(field: FilterName, problem: string): AppError {
  return new AppError('invalid', serverText('web.invalid'), { details: { fields: { [field]: problem } } })
}

const isNamed = (value: string) => value !== '*'

function readChoice<Value>(
  any: readonly string[] | undefined,
  none: readonly string[] | undefined,
  read: (value: string, isNot: boolean) => Value,
): Choice<Value> {
  return {
    any: (any ?? []).filter(isNamed).map((value) => read(value, false)),
    isPresent: any?.includes('*') ?? false,
    none: (none ?? []).filter(isNamed).map((value) => read(value, true)),
    isAbsent: none?.includes('*') ?? false,
  }
}

/** True, false, any known value, or null for no filter. */
export type Either = boolean | 'known' | null

function readEither(values: readonly string[] | undefined, yes: string): Either {
  const said = new Set(values ?? [])
  return said.size === 0 ? null : said.size > 1 ? 'known' : said.has(yes)
}

function readTexts(values: readonly string[] | undefined): TextQuery[] {
  const texts = (values ?? []).map(readQueryText)
  const ids = texts.flatMap(({ terms }) => terms).flatMap(({ any }) => any.filter(({ kind }) => kind === 'id'))
  if (ids.length > idsMax) throw refuse('q', serverText('inspections.fields.tooManyIds', { max: idsMax }))
  if (texts.reduce((sum, { terms }) => sum + terms.length, 0) > termsMax)
    throw refuse('q', serverText('inspections.fields.tooManyWords', { max: termsMax }))
  return texts.filter(({ terms }) => terms.length > 0)
}

const readWhole = (value: string) => value

const readNumbers = (name: 'score' | 'failed') => (value: string, isNot: boolean) => {
  const range = readNumberRange(value, { isWhole: name === 'failed' })
  if (typeof range === 'string') throw refuse(isNot ? `${name}!` : name, range)
  return range
}

/**
 * Reads the parameters of a list. `listParams` has checked each value.
 * @throws AppError invalid, naming the parameter, for errors that depend on context, such as a range that ends before
 * it begins
 */
export function readFilter(params: ListParams, nowMs: number): ReadList {
  const zone = params.tz?.[0] ?? 'UTC'
  const readTime = (name: 'modified' | 'completedAt') => (value: string, isNot: boolean) => {
    const field: FilterName = isNot ? `${name}!` : name
    const read = readTimeRange(value)
    if (read.range === null) throw refuse(field, read.problem)
    const { bounds, problem } = resolveTimeRange(read.range, nowMs, zone)
    if (bounds === null) throw refuse(field, problem)
    return bounds
  }
  const texts = readTexts(params.q)
  // A search for an id also finds missing inspections, which are marked. All other lists omit them.
  const missing = new Set(params.missing ?? [namesInspections(texts) ? 'both' : 'false'])
  return {
    filter: {
      texts,
      template: readChoice(params.template, params['template!'], readWhole),
      site: readChoice(params.site, params['site!'], readWhole),
      author: readChoice(params.author, params['author!'], readWhole),
      result: readChoice(params.result, params['result!'], (value) => inspectionResult.parse(value)),
      score: readChoice(params.score, params['score!'], readNumbers('score')),
      failed: readChoice(params.failed, params['failed!'], readNumbers('failed')),
      questions: [...new Set(params.failedQuestion ?? [])],
      answered: [...new Set(params.answeredQuestion ?? [])],
      assets: [...new Set(params.asset ?? [])],
      modified: readChoice(params.modified, params['modified!'], readTime('modified')),
      completedAt: readChoice(params.completedAt, params['completedAt!'], readTime('completedAt')),
      hasMedia: readEither(params.media, 'with'),
      isCompleted: readEither(params.completed, 'true'),
      isArchived: readEither(params.archived, 'true'),
      isMissing: missing.has('both') || missing.size > 1 ? null : missing.has('true'),
      problems: [...new Set(params.problem ?? [])],
      reviews: { any: readReviews(params.review), none: readReviews(params['review!']) },
    },
    sort: readSort(params.sort?.[0]),
  }
}

const readReviews = (values: readonly string[] = []) => reviewFilters.filter((name) => values.includes(name))

const namesInspections = (texts: readonly TextQuery[]) =>
  texts.some(({ terms }) =>
    terms.some(({ isNot, any }) => !isNot && any.some((found) => found.kind === 'id' && found.match === 'whole')),
  )

function readSort(given: string = defaultSort): Sort {
  const isDescending = given.startsWith('-')
  const plain = isDescending ? given.slice(1) : given
  return { name: sortNames.find((name) => name === plain) ?? 'modified', isDescending }
}

const describeBounds = ({ fromMs, toMs }: TimeBounds) => ({
  from: fromMs === null ? null : new Date(fromMs).toISOString(),
  to: toMs === null ? null : new Date(toMs).toISOString(),
})

/** The resolved times of the parameters that include rows, for the response. */
export function describeTimes({ modified, completedAt }: InspectionFilter) {
  return { modified: modified.any.map(describeBounds), completedAt: completedAt.any.map(describeBounds) }
}

/** Identifies a filter as the key of cached counts. Relative times are not resolved. */
export function keyOf(params: ListParams, without: readonly FilterName[] = []): string {
  const isTimed = [params.modified, params['modified!'], params.completedAt, params['completedAt!']].some(
    (values) => values !== undefined,
  )
  return JSON.stringify(
    Object.entries(params)
      .filter(
        ([name, values]) =>
          values.length > 0 && name !== 'sort' && (name !== 'tz' || isTimed) && !without.some((left) => left === name),
      )
      .map(([name, values]) => [name, [...new Set(values)].sort()])
      .sort(([left], [right]) => (String(left) < String(right) ? -1 : 1)),
  )
}

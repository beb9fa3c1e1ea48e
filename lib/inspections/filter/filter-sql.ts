import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { Values } from '@/lib/db/values'
import type { Choice, Either, InspectionFilter } from './filter'
import type { NumberRange } from './filter-values'
import { writeAnyPhrase, writeTsquery, type IdAlternative, type TextTerm } from './query-text'
import type { FacetName } from '@/lib/inspections/columns'
import { facetColumns } from '@/lib/inspections/columns-sql'
import type { ReviewFilter } from '@/lib/inspections/schema'
import type { TimeBounds } from '@/lib/time/time-range-bounds'

/**
 * Invariant: if the document of an inspection was never read, only its id, time and template are known. The inspection
 * then matches no condition on other values, not even one with "not". Every value is a parameter; all other SQL is
 * fixed.
 */

/** A condition, with the counted dimension that it belongs to. */
export interface Condition {
  dimension: FacetName | null
  /** True if at least one word must occur, so that the index of words can find the rows. */
  isWords?: boolean
  write: (values: Values) => string
}

/** SQL: the row's document was read. Only documents set `result`, and they always do. */
const isKnown = 'result is not null'

/** SQL: the inspection is in a list with `archived=false`. */
export const isNotArchived = `(archived is not true and ${isKnown})`

interface ColumnOptions<Value> {
  column: string
  /** Whether the value is known without the document, because the search returns it. */
  isAlwaysKnown?: boolean
  /** Writes a condition that the column has one of the values. It is null if the column is null. */
  writeAny: (values: Values, wanted: readonly Value[]) => string
}

/** The conditions of a filter: at most one for included values and one for excluded values. */
function choose<Value>(choice: Choice<Value>, options: ColumnOptions<Value>): Array<Condition['write']> {
  const { column, isAlwaysKnown = false, writeAny } = options
  const known = isAlwaysKnown ? '' : ` and ${isKnown}`
  const conditions: Array<Condition['write']> = []
  if (choice.isPresent) conditions.push(() => `${column} is not null`)
  else if (choice.any.length > 0) conditions.push((values) => writeAny(values, choice.any))
  if (choice.isAbsent) conditions.push(() => `(${column} is null${known})`)
  else if (choice.none.length > 0)
    // Rows without a value are never excluded.
    conditions.push((values) => `((${column} is null or not ${writeAny(values, choice.none)})${known})`)
  return conditions
}

const writeNames = (column: string) => (values: Values, wanted: readonly string[]) =>
  // For a single value, a plain equality lets an index return the rows in order.
  wanted.length === 1
    ? `(${column} = ${values.add(wanted[0], 'text')})`
    : `(${column} = any(${values.add(wanted, 'text[]')}))`

const writeNumbers =
  (type: 'float8' | 'int4') => (column: string) => (values: Values, wanted: readonly NumberRange[]) =>
    writeRanges(wanted, ({ min, max }) =>
      min !== null && min === max
        ? [`${column} = ${values.add(min, type)}`]
        : [
            min === null ? null : `${column} >= ${values.add(min, type)}`,
            max === null ? null : `${column} <= ${values.add(max, type)}`,
          ],
    )

const writeTimes = (column: string) => (values: Values, wanted: readonly TimeBounds[]) =>
  writeRanges(wanted, ({ fromMs, toMs }) => [
    fromMs === null ? null : `${column} >= ${values.add(new Date(fromMs), 'timestamptz')}`,
    toMs === null ? null : `${column} < ${values.add(new Date(toMs), 'timestamptz')}`,
  ])

function writeRanges<Range>(wanted: readonly Range[], write: (range: Range) => Array<string | null>): string {
  const ranges = wanted.map((range) =>
    write(range)
      .filter((part) => part !== null)
      .join(' and '),
  )
  return ranges.length === 1 ? `(${ranges[0] ?? ''})` : `(${ranges.map((range) => `(${range})`).join(' or ')})`
}

function writeEither(wanted: Either, yes: string, no: string): Array<Condition['write']> {
  return wanted === null ? [] : [() => (wanted === 'known' ? isKnown : wanted ? yes : no)]
}

/** Ids that contain the partial ids of a term; null if there are too many. */
export type FoundIds = ReadonlyMap<TextTerm, readonly string[] | null>

const foundIdsMax = 5_000
const isLikeSpecial = /[\\%_]/g
const escapeLike = (text: string) => text.replaceAll(isLikeSpecial, '\\$&')

const idsOf = (term: TextTerm) => term.any.filter((alternative) => alternative.kind === 'id')
const idsBy = (term: TextTerm, match: IdAlternative['match']) =>
  idsOf(term)
    .filter((alternative) => alternative.match === match)
    .map(({ id }) => id)
const patternsOf = (term: TextTerm) => idsBy(term, 'part').map((id) => `%${escapeLike(id)}%`)

/** Spellings of an id, because the service writes hexadecimal ids in upper or lower case. */
function spell(id: string): string[] {
  const plain = id.slice('audit_'.length)
  return [...new Set([plain, plain.toLowerCase(), plain.toUpperCase()])].map((part) => `audit_${part}`)
}

/**
 * Finds the ids that contain the partial ids of a filter, with a separate index. This is a separate query, because the
 * planner cannot combine a word and a part of an id over two indexes and would read all rows.
 */
export async function findIds(db: Queryable, filter: InspectionFilter): Promise<FoundIds> {
  const found = new Map<TextTerm, readonly string[] | null>()
  for (const term of filter.texts.flatMap(({ terms }) => terms)) {
    const patterns = patternsOf(term)
    if (patterns.length === 0) continue
    const { rows } = await db.query<{ audit_id: string }>(
      `select audit_id from inspection_ids where audit_id ilike any($1::text[]) limit ${foundIdsMax + 1}`,
      [patterns],
    )
    found.set(term, rows.length > foundIdsMax ? null : rows.map((row) => row.audit_id))
  }
  return found
}

function writeTermWithIds(term: TextTerm, found: FoundIds): Condition['write'] {
  return (values) => {
    const ids = idsBy(term, 'whole').flatMap(spell)
    const listed = found.get(term) ?? []
    const phrases = writeAnyPhrase(term.any)
    const parts = [
      ids.length + listed.length > 0 ? `audit_id = any(${values.add([...ids, ...listed], 'text[]')})` : null,
      found.get(term) === null ? `audit_id ilike any(${values.add(patternsOf(term), 'text[]')})` : null,
      // Separate conditions, because PostgreSQL does not use the primary key for a list of patterns.
      ...idsBy(term, 'start')
        .flatMap(spell)
        .map((id) => `audit_id like ${values.add(`${escapeLike(id)}%`, 'text')}`),
      phrases === null ? null : `search @@ ${values.add(phrases, 'tsquery')}`,
    ].filter((part) => part !== null)
    const any = parts.length === 0 ? 'false' : `(${parts.join(' or ')})`
    return term.isNot ? `not ${any}` : any
  }
}

const plain = (write: Condition['write']): Condition => ({ dimension: null, write })

function* listTextConditions(filter: InspectionFilter, found: FoundIds): Generator<Condition> {
  for (const { terms } of filter.texts) {
    for (const term of terms) if (idsOf(term).length > 0) yield plain(writeTermWithIds(term, found))
    const words = writeTsquery(terms)
    if (words === null) continue
    const isWords = terms.some((term) => !term.isNot && idsOf(term).length === 0)
    yield { dimension: null, isWords, write: (values) => `search @@ ${values.add(words, 'tsquery')}` }
  }
}

/** Compares values by hash, because compact indexes contain hashes. */
const writeHashes = (column: string) => (values: Values, wanted: readonly string[]) =>
  `(${column} in (${wanted.map((value) => `hashtextextended(${values.add(value, 'text')}, 0)`).join(', ')}))`

/** No values of a dimension. */
const noChoice = { any: [], isPresent: false, none: [], isAbsent: false } as const satisfies Choice

/**
 * The conditions of a filter with hashes of templates, sites and authors, for counts from an index that only contains
 * hashes.
 */
export function listHashedConditions(filter: InspectionFilter, found: FoundIds): Condition[] {
  const hashed = (['template', 'site', 'author'] as const).flatMap((dimension) => {
    const { key } = facetColumns[dimension]
    return choose(filter[dimension], {
      column: key,
      isAlwaysKnown: dimension === 'template',
      writeAny: writeHashes(key),
    }).map((write): Condition => ({ dimension, write }))
  })
  return [...hashed, ...listConditions({ ...filter, template: noChoice, site: noChoice, author: noChoice }, found)]
}

function chooseNames(dimension: FacetName, choice: Choice): Condition[] {
  const column = facetColumns[dimension].value
  const options = { column, isAlwaysKnown: dimension === 'template', writeAny: writeNames(column) }
  return choose(choice, options).map((write) => ({ dimension, write }))
}

/**
 * Conditions of which a row matches at most one: its value of a dimension is one of these, or, for null, its document
 * was read and has no value. A single value gives one condition, that of its group in a list.
 */
export function listValueConditions(dimension: FacetName, values: ReadonlyArray<string | null>): Condition[] {
  const named = values.filter((value) => value !== null)
  return [
    ...chooseNames(dimension, { ...noChoice, any: named }),
    ...chooseNames(dimension, { ...noChoice, isAbsent: named.length < values.length }),
  ]
}

/** The conditions of a filter. A row must match all of them. */
export function listConditions(filter: InspectionFilter, found: FoundIds): Condition[] {
  const column = <Value>(
    choice: Choice<Value>,
    name: string,
    write: (column: string) => ColumnOptions<Value>['writeAny'],
    isAlwaysKnown = false,
  ) => choose(choice, { column: name, isAlwaysKnown, writeAny: write(name) }).map(plain)
  return [
    ...chooseNames('template', filter.template),
    ...chooseNames('site', filter.site),
    ...chooseNames('author', filter.author),
    ...chooseNames('result', filter.result),
    ...column(filter.score, 'score_percentage', writeNumbers('float8')),
    ...column(filter.failed, 'failed_count', writeNumbers('int4')),
    ...writeQuestions(filter.questions).map(plain),
    ...writeAnswered(filter.answered).map(plain),
    ...writeAssets(filter.assets).map(plain),
    ...column(filter.modified, 'modified_at', writeTimes, true),
    ...column(filter.completedAt, 'date_completed', writeTimes),
    ...writeEither(filter.hasMedia, 'media_count > 0', `(coalesce(media_count, 0) = 0 and ${isKnown})`).map(plain),
    // Uses the result, because the index by time contains it, so most lists can be counted with that index alone.
    ...writeEither(filter.isCompleted, `result <> 'in-progress'`, `result = 'in-progress'`).map(plain),
    ...writeEither(filter.isArchived, 'archived', isNotArchived).map(plain),
    ...writeEither(filter.isMissing, 'missing_at is not null', 'missing_at is null').map(plain),
    ...writeProblems(filter.problems).map(plain),
    ...writeReviews(filter.reviews).map(plain),
    ...listTextConditions(filter, found),
  ]
}

/** The condition has the form that the index `inspections_failed_questions` requires. */
function writeQuestions(keys: readonly string[]): Array<Condition['write']> {
  if (keys.length === 0) return []
  return [
    (values) => {
      const any = keys.map((key) => `failed_questions @> ${values.add(JSON.stringify([key]), 'jsonb')}`)
      return `(failed_count > 0 and (${any.join(' or ')}))`
    },
  ]
}

/** First finds the question sets with one of the questions, which is fast because there are few sets. */
function writeAnswered(keys: readonly string[]): Array<Condition['write']> {
  if (keys.length === 0) return []
  return [
    (values) => {
      const hashes = keys.map((key) => `hashtextextended(${values.add(key, 'text')}, 0)`)
      return `answered_set in (select set_hash from question_sets where questions && array[${hashes.join(', ')}])`
    },
  ]
}

function writeAssets(refs: readonly string[]): Array<Condition['write']> {
  if (refs.length === 0) return []
  return [
    (values) =>
      `audit_id in (select named.audit_id from inspection_assets as named where ref = any(${values.add(refs, 'text[]')}))`,
  ]
}

function writeProblems(problems: readonly string[]): Array<Condition['write']> {
  const columns: Readonly<Record<string, string>> = { unreadable: 'hydrate_error', unusual: 'document_problem' }
  const wanted = problems.flatMap((problem) => columns[problem] ?? [])
  return wanted.length === 0 ? [] : [() => `(${wanted.map((name) => `${name} is not null`).join(' or ')})`]
}

/** Conditions that are never null, because reviews are known even if the document was not read. */
const reviewConditions: Readonly<Record<ReviewFilter, { is: string; isNot: string }>> = {
  unreviewed: { is: 'review_state is null', isNot: 'review_state is not null' },
  reviewed: { is: `review_state = 'reviewed'`, isNot: `review_state is distinct from 'reviewed'` },
  'follow-up': { is: `review_state = 'follow-up'`, isNot: `review_state is distinct from 'follow-up'` },
  changed: { is: 'review_version < modified_at', isNot: '(review_version < modified_at) is not true' },
}

function writeReviews({ any, none }: InspectionFilter['reviews']): Array<Condition['write']> {
  const wanted = any.map((name) => reviewConditions[name].is)
  return [
    ...(wanted.length === 0 ? [] : [`(${wanted.join(' or ')})`]),
    ...none.map((name) => reviewConditions[name].isNot),
  ].map((text) => () => text)
}

/** Conditions for a `where` clause; `true` if there are none. */
export function writeWhere(conditions: readonly Condition[], values: Values): string {
  return conditions.length === 0 ? 'true' : conditions.map(({ write }) => write(values)).join(' and ')
}

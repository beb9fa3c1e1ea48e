import type { Database } from '@/lib/db/types'
import { readTimeRange } from '@/lib/time/time-range'
import { resolveTimeRange } from '@/lib/time/time-range-bounds'
import { foldText, readWords, titleKey, writeVector } from '@/lib/search/search-text'
import type { FacetName } from '@/lib/inspections/columns'
import type { ListParams } from '@/lib/inspections/schema'
import { nowMs, type ModelRow } from './testing-list-rows'

/** A second implementation of lists without a database, to compare with. */

const epoch = (at: string) => Date.parse(at)

/** The texts of the document in reading order. */
const textsOf = ({ read }: ModelRow) =>
  read === null ? null : [read.title ?? '', read.site ?? '', read.author ?? '', read.text]

function holdsPhrase(row: ModelRow, phrase: string, isPrefix: boolean): boolean | null {
  const texts = textsOf(row)
  if (texts === null) return null
  const wanted = readWords(phrase)
  return texts.some((one) => {
    const folded = foldText(one)
    // In scripts without spaces, consecutive words are simply a substring.
    if (/[\u3040-\u9fff]/.test(phrase)) return folded.includes(foldText(phrase))
    const has = readWords(one)
    return has.some((_, at) =>
      wanted.every((word, next) => {
        const found = has[at + next] ?? ''
        return isPrefix && next === wanted.length - 1 ? found.startsWith(word) : found === word
      }),
    )
  })
}

/** Three-valued logic. Null: unknown, which matches no condition. */
function or(values: Array<boolean | null>): boolean | null {
  return values.includes(true) ? true : values.includes(null) ? null : false
}
const not = (value: boolean | null) => (value === null ? null : !value)

function matchesText(row: ModelRow, query: string): boolean {
  const pieces = [...query.matchAll(/(-?)(?:"([^"]*)"|(\S+))/g)].map(([, dash, phrase, plain]) => ({
    dash,
    phrase,
    plain,
  }))
  const ids = pieces.filter(({ dash, plain }) => dash === '' && plain?.startsWith('audit_'))
  const judge = ({ phrase, plain = '' }: { phrase?: string | undefined; plain?: string | undefined }) => {
    if (phrase !== undefined) return holdsPhrase(row, phrase, false)
    const isPrefix = plain.endsWith('*')
    const words_ = holdsPhrase(row, isPrefix ? plain.slice(0, -1) : plain, isPrefix)
    const id = row.auditId.toLowerCase()
    if (plain.startsWith('audit_')) return or([id.startsWith(plain), words_])
    return plain === '2a5f' ? or([id.includes(plain), words_]) : words_
  }
  const others = pieces.filter((piece) => !ids.includes(piece))
  return (
    (ids.length === 0 || or(ids.map(judge)) === true) &&
    others.every((piece) => (piece.dash === '' ? judge(piece) : not(judge(piece))) === true)
  )
}

const holdsNumber = (value: number, given: string) => {
  const [min = '', max = min] = given.split('..')
  return (min === '' || value >= Number(min)) && (max === '' || value <= Number(max))
}

function holdsTime(at: string, given: string, zone: string): boolean {
  const { range: read } = readTimeRange(given)
  const bounds = read === null ? null : resolveTimeRange(read, nowMs, zone).bounds
  if (bounds === null) throw new Error(`the model cannot read ${given}`)
  // Comparing milliseconds is enough, because bounds have no microseconds.
  return (bounds.fromMs === null || epoch(at) >= bounds.fromMs) && (bounds.toMs === null || epoch(at) < bounds.toMs)
}

function matchesValue<Value>(
  value: Value | null,
  isKnown: boolean,
  any: readonly string[] | undefined,
  none: readonly string[] | undefined,
  holds: (value: Value, given: string) => boolean,
): boolean {
  const hit = (given: string) => value !== null && (given === '*' || holds(value, given))
  return (any === undefined || any.some(hit)) && (none === undefined || (isKnown && !none.some(hit)))
}

export function resultOf({ read }: ModelRow): string | null {
  if (read === null) return null
  return read.completedAt === null ? 'in-progress' : read.failed > 0 ? 'failed' : 'passed'
}

const same = (value: string, given: string) => value === given

function isReviewedAs({ review }: ModelRow, value: string): boolean {
  if (value === 'unreviewed') return review === null
  return value === 'changed' ? review?.isChanged === true : review?.state === value
}

/** Whether a list contains a row, by a simple interpretation of its parameters. */
export function matches(row: ModelRow, params: ListParams): boolean {
  const { read } = row
  const isRead = read !== null
  const zone = params.tz?.[0] ?? 'UTC'
  const inTime = (at: string, given: string) => holdsTime(at, given, zone)
  const either = (values: readonly string[] | undefined, value: string) =>
    values === undefined || (isRead && values.includes(value))
  const missing = params.missing ?? ['false']
  return (
    (params.q ?? []).every((query) => matchesText(row, query)) &&
    matchesValue(row.templateId, true, params.template, params['template!'], same) &&
    matchesValue(read?.site ?? null, isRead, params.site, params['site!'], same) &&
    matchesValue(read?.author ?? null, isRead, params.author, params['author!'], same) &&
    matchesValue(resultOf(row), isRead, params.result, params['result!'], same) &&
    matchesValue(read?.score ?? null, isRead, params.score, params['score!'], holdsNumber) &&
    matchesValue(read?.failed ?? null, isRead, params.failed, params['failed!'], holdsNumber) &&
    (params.failedQuestion === undefined ||
      (read !== null && read.failed > 0 && params.failedQuestion.some((key) => read.questions.includes(key)))) &&
    (params.answeredQuestion === undefined ||
      (read !== null && params.answeredQuestion.some((key) => read.answered.includes(key)))) &&
    (params.asset === undefined || (read !== null && params.asset.some((ref) => read.assets.includes(ref)))) &&
    matchesValue(row.modifiedAt, true, params.modified, params['modified!'], inTime) &&
    matchesValue(read?.completedAt ?? null, isRead, params.completedAt, params['completedAt!'], inTime) &&
    either(params.media, (read?.media ?? 0) > 0 ? 'with' : 'without') &&
    either(params.completed, String((read?.completedAt ?? null) !== null)) &&
    either(params.archived, String(read?.archived === true)) &&
    (missing.includes('both') || missing.includes(String(row.missing))) &&
    (params.problem === undefined ||
      (params.problem.includes('unreadable') && row.hydrateError) ||
      (params.problem.includes('unusual') && row.documentProblem)) &&
    (params.review === undefined || params.review.some((value) => isReviewedAs(row, value))) &&
    !(params['review!'] ?? []).some((value) => isReviewedAs(row, value))
  )
}

const modifiedOf = (row: ModelRow) => row.modifiedAt.padEnd(27, '0').replace(/Z0*$/, (zeros) => zeros.replace('Z', '0'))

/** The name of the template in the version of a row. Templates were renamed, and some names only differ in case. */
function templateNameOf({ templateId, read }: ModelRow): string | null {
  if (read === null || templateId === null) return null
  return `${read.archived ? 'Former' : read.media > 0 ? 'name' : 'Name'} of ${templateId}`
}

/** Compares regardless of case first, then by bytes, so that names that only differ in case stay separate. */
const nameKey = (name: string | null) => (name === null ? null : `${titleKey(name) ?? ''}\0${name}`)

const sortValues: Record<string, (row: ModelRow) => string | number | null> = {
  modified: modifiedOf,
  completed: ({ read }) => read?.completedAt ?? null,
  score: ({ read }) => read?.score ?? null,
  failed: ({ read }) => read?.failed ?? null,
  title: ({ read }) => titleKey(read?.title ?? null),
  template: (row) => nameKey(templateNameOf(row)),
  site: ({ read }) => nameKey(read?.site ?? null),
  author: ({ read }) => nameKey(read?.author ?? null),
  result: (row) => ({ failed: 1, 'in-progress': 2, passed: 3 })[resultOf(row) ?? ''] ?? null,
  review: ({ review }) => (review === null ? 2 : review.state === 'follow-up' ? 1 : 3),
  id: ({ auditId }) => auditId,
  media: ({ read }) => read?.media ?? null,
  // `storeRows` fills these from other values.
  items: ({ read }) => read?.failed ?? null,
  documentNo: ({ read }) => read?.site ?? null,
  started: ({ read }) => read?.completedAt ?? null,
  created: ({ read }) => read?.completedAt ?? null,
}

/**
 * The times that sort rows with equal values, newest first in both directions. In other orders, such rows are sorted by
 * id.
 */
const tieValues: Record<string, (row: ModelRow) => string> = {
  template: modifiedOf,
  site: modifiedOf,
  author: modifiedOf,
  result: ({ read }) => read?.completedAt ?? '',
  review: modifiedOf,
}

const compareBytes = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right))

/** The ids of the rows of a list, in its order. */
export function listIds(rows: readonly ModelRow[], params: ListParams, sort: string): string[] {
  const name = sort.replace('-', '')
  const read = sortValues[name] ?? (() => null)
  const readTie = tieValues[name]
  const sign = sort.startsWith('-') ? -1 : 1
  const compareTies = (left: ModelRow, right: ModelRow) =>
    readTie === undefined
      ? sign * compareBytes(left.auditId, right.auditId)
      : -(compareBytes(readTie(left), readTie(right)) || compareBytes(left.auditId, right.auditId))
  return rows
    .filter((row) => matches(row, params))
    .map((row) => ({ row, value: read(row) }))
    .sort((left, right) => {
      if (left.value === null || right.value === null)
        return left.value === right.value ? compareTies(left.row, right.row) : left.value === null ? 1 : -1
      const order =
        typeof left.value === 'number'
          ? left.value - Number(right.value)
          : compareBytes(left.value, String(right.value))
      return sign * order || compareTies(left.row, right.row)
    })
    .map(({ row }) => row.auditId)
}

/** The number of rows after choosing each value of a dimension. */
export function countValues(
  rows: readonly ModelRow[],
  params: ListParams,
  dimension: FacetName,
): Map<string | null, number> {
  const { [dimension]: _any, [`${dimension}!` as const]: _none, ...others } = params
  const read: Record<FacetName, (row: ModelRow) => string | null> = {
    template: (row) => row.templateId,
    site: (row) => row.read?.site ?? null,
    author: (row) => row.read?.author ?? null,
    result: resultOf,
  }
  const found = new Map<string | null, number>()
  for (const row of rows)
    if (matches(row, others) && (dimension === 'template' || row.read !== null)) {
      const value = read[dimension](row)
      found.set(value, (found.get(value) ?? 0) + 1)
    }
  return found
}

/** Inserts rows in the way of the sync. */
export async function storeRows(db: Database, rows: readonly ModelRow[]): Promise<void> {
  const list = rows.map((row) => ({
    ...row.read,
    template_name: templateNameOf(row),
    audit_id: row.auditId,
    modified_at: row.modifiedAt,
    template_id: row.templateId,
    is_read: row.read !== null,
    title_key: titleKey(row.read?.title ?? null),
    search: row.read === null ? null : writeVector(textsOf(row) ?? []),
    missing: row.missing,
    hydrate_error: row.hydrateError ? 'upstream_failed' : null,
    document_problem: row.documentProblem ? 'items: is not a list' : null,
    review_state: row.review?.state ?? null,
    // The review is of a previous version or of the current one.
    review_age: row.review === null ? null : row.review.isChanged ? '1 microsecond' : '0',
  }))
  await db.query(
    `insert into inspections (audit_id, modified_at, template_id, hydrated_modified_at, title, title_key, template_name, site_name,
       author_name, score_percentage, failed_count, item_count, document_no, media_count, date_completed, date_started,
       created_at, archived, search, search_version,
       missing_at, hydrate_error, document_problem, review_state, review_version, failed_questions, answered_set)
     select audit_id, modified_at, template_id, case when is_read then modified_at end, title, title_key,
       template_name, site, author, score, failed, failed, site, media, "completedAt", "completedAt",
       "completedAt", archived,
       search::tsvector, 1, case when missing then now() end, hydrate_error, document_problem,
       review_state, modified_at - review_age::interval, questions, hashtextextended(answered::text, 0)
     from jsonb_to_recordset($1::jsonb) as given (audit_id text, modified_at timestamptz, template_id text, template_name text, is_read boolean,
       title text, title_key text, site text, author text, score float8, failed int, media int, "completedAt" timestamptz,
       archived boolean, search text, missing boolean, hydrate_error text, document_problem text, review_state text, review_age text, questions jsonb, answered jsonb)`,
    [JSON.stringify(list)],
  )
  await db.query(
    `insert into question_sets
     select distinct hashtextextended(answered::text, 0),
       array(select hashtextextended(key, 0) from jsonb_array_elements_text(answered) as key)
     from jsonb_to_recordset($1::jsonb) as given (answered jsonb) where answered is not null on conflict do nothing`,
    [JSON.stringify(list)],
  )
  await db.query(
    `insert into inspection_assets (audit_id, position, ref, label)
     select audit_id, place, ref, 'Name of ' || ref from jsonb_to_recordset($1::jsonb) as given (audit_id text, assets jsonb)
     cross join lateral jsonb_array_elements_text(given.assets) with ordinality as named (ref, place)`,
    [JSON.stringify(list)],
  )
  await db.query('insert into inspection_ids select audit_id from inspections on conflict do nothing')
}

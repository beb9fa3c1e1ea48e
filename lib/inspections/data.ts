import 'server-only'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { templateId as templateIdShape, type AuditId } from '@/lib/ids'
import { sync } from '@/lib/sync/instance'
import { readAsOf } from '@/lib/sync/store'
import type { Sync } from '@/lib/sync/sync'
import { readVersion, type InspectionDocument } from '@/lib/sync/version'
import {
  cacheOf,
  peekTotal,
  readFacets,
  readTotal,
  readValues,
  type CountedList,
  type CountSource,
} from './list/counts'
import { readCursor, writeCursor } from './list/cursor'
import { describeTimes, readFilter, type ReadList } from './filter/filter'
import { findIds, listConditions } from './filter/filter-sql'
import { readWithin } from '@/lib/search/read-within'
import type { PlacedRow, RowsQuery } from './list/placed-rows'
import { readRowsAfter, readRowsAt } from './list/rows'
import type { FacetName } from './columns'
import {
  pageParts,
  type FacetValue,
  type FilterName,
  type InspectionPage,
  type PagePart,
  type TemplateOption,
} from './schema'
import { readListParams } from './params-model'
import { foldText } from '@/lib/search/search-text'
import { checkSortable, guessTotal, type Total } from './list/totals'
import { CountCache } from './list/totals-cache'

/** Parameters of a list, as the API passes them on. */
export type AskedParams = Readonly<Partial<Record<FilterName | 'sort' | 'tz', readonly string[] | undefined>>>

/**
 * A page of a list after a cursor or at an offset; the cursor takes precedence. `listParams` has checked the values.
 * The API allows a `limit` of at most 200; other callers may request more.
 */
export type ListRequest = AskedParams & {
  after?: string | undefined
  offset?: number | undefined
  limit: number
  /** All parts by default. */
  include?: readonly PagePart[] | undefined
}

export interface ListSource {
  db?: Database
  /** How long rows wait for the exact count after they are read. Null or undefined: no limit. */
  patienceMs?: number | null
  signal?: AbortSignal
  /** The current time, for relative ranges. */
  nowMs?: number
}

/** A person should not wait longer than this for a count. */
const screenPatienceMs = 100

// Up to this offset, reading all rows from the top is cheaper than a separate count.
const deepRows = 1_000

interface Counts {
  total: Total | null
  totalAll: number | null
  facets: InspectionPage['facets']
}

const unfiltered: CountedList = { params: {}, filter: readFilter({}, 0).filter }

async function readCounts(source: CountSource, list: CountedList, parts: ReadonlySet<PagePart>): Promise<Counts> {
  const [facets, total, all] = await Promise.all([
    parts.has('facets') ? readFacets(source, list) : null,
    parts.has('total') && !parts.has('facets') ? readTotal(source, list) : null,
    parts.has('total') ? readTotal(source, unfiltered) : null,
  ])
  return {
    total: parts.has('total') ? (facets?.total ?? total) : null,
    totalAll: all?.total ?? null,
    facets: facets?.facets ?? null,
  }
}

/** The rows of a list for the database. */
export async function toRowsQuery(tx: Queryable, { filter, sort }: ReadList): Promise<RowsQuery> {
  const { any, isPresent } = filter.template
  const templates = isPresent || any.length === 0 ? undefined : any
  const conditions = listConditions(filter, await findIds(tx, filter))
  await checkSortable(tx, sort, conditions)
  return { sort, conditions, templates }
}

async function readPage(
  source: CountSource,
  request: ListRequest,
  options: Omit<ListSource, 'db'>,
): Promise<InspectionPage> {
  const params = readListParams(request)
  const { filter, sort } = readFilter(params, options.nowMs ?? Date.now())
  const list = { params, filter }
  const parts = new Set(request.include ?? pageParts)
  const after = request.after === undefined ? null : readCursor(sort, request.after)
  const offset = after === null ? (request.offset ?? 0) : 0
  const counting = readCounts(source, list, parts)
  // The promise is awaited below. Until then, a failure must not count as unhandled.
  counting.catch(() => {})
  // Rows can be shown before their count is known. Callers that request facets need the counts.
  const patienceMs = parts.has('rows') && !parts.has('facets') ? (options.patienceMs ?? null) : null
  if (patienceMs === null && offset > deepRows && parts.has('total')) await counting
  const total = peekTotal(source, list)
  const reading = readWithin(
    source.db,
    'rows',
    async (tx) => {
      const asOf = await readAsOf(tx)
      if (!parts.has('rows')) return { asOf, rows: [], guess: 0 }
      const query = await toRowsQuery(tx, { filter, sort })
      const limit = request.limit + 1
      const rows =
        after === null && offset > 0
          ? await readRowsAt(tx, query, { offset, limit, total: offset > deepRows ? total : null })
          : await readRowsAfter(tx, query, { after, limit })
      const mayGuess = patienceMs !== null && parts.has('total') && peekTotal(source, list) === null
      return { asOf, rows, guess: mayGuess ? await guessTotal(tx, query.conditions) : 0 }
    },
    { signal: options.signal },
  )
  const { asOf, rows, guess } = await reading
  const guessed = {
    total: { total: Math.max(guess, offset + rows.length), isExact: false },
    totalAll: null,
    facets: null,
  }
  const counts = await (patienceMs === null || !parts.has('total')
    ? counting
    : settleWithin(counting, patienceMs, { ...guessed, totalAll: peekTotal(source, unfiltered) }))
  const shown = rows.slice(0, request.limit)
  const isLast = rows.length <= request.limit
  const isCounted = parts.has('rows') && after === null && isLast && (shown.length > 0 || offset === 0)
  // If this page contains all rows, their number is newer than a cached count.
  const seen = isCounted && counts.facets === null ? { total: offset + shown.length, isExact: true } : null
  const best = counts.total === null ? null : (seen ?? counts.total)
  return {
    total: best?.total ?? null,
    totalIsExact: best?.isExact ?? true,
    totalAll: counts.totalAll,
    facets: counts.facets,
    rows: shown.map(({ row }) => row),
    after: isLast ? null : cursorOf(sort, shown.at(-1)),
    resolved: describeTimes(filter),
    asOf,
  }
}

/**
 * The result of `counting` if it arrives in time. If it is late or fails, `otherwise` is returned, and a late count
 * continues and is cached.
 */
async function settleWithin(counting: Promise<Counts>, patienceMs: number, otherwise: Counts): Promise<Counts> {
  const patience = new AbortController()
  const counted = counting.catch(() => otherwise)
  const late = systemClock.sleep(patienceMs, patience.signal).then(
    () => otherwise,
    () => otherwise,
  )
  const first = await Promise.race([counted, late])
  patience.abort()
  return first
}

function cursorOf(sort: ReadList['sort'], last: PlacedRow | undefined): string | null {
  return last === undefined ? null : writeCursor(sort, last.position)
}

/**
 * Inspections of the index in the requested order, with exact counts.
 * @throws AppError invalid, naming the parameter; unavailable if it takes too long
 */
export function queryInspections(
  db: Database,
  request: ListRequest,
  options: Omit<ListSource, 'db'> = {},
): Promise<InspectionPage> {
  return readPage({ db, cache: new CountCache() }, request, options)
}

/** Where rows and counts are read. */
export async function sourceOf(from: ListSource): Promise<CountSource> {
  const db = from.db ?? (await database())
  return { db, cache: cacheOf(db) }
}

/**
 * Like `queryInspections`, for a screen. Counts may be some seconds old (see CountCache) or estimated if counting takes
 * long. Missing documents of these rows are fetched before all others.
 */
export async function listInspections(
  request: ListRequest,
  from: ListSource & { sync?: Pick<Sync, 'hydrateFirst'> } = {},
): Promise<InspectionPage> {
  const page = await readPage(await sourceOf(from), request, { patienceMs: screenPatienceMs, ...from })
  const waiting = page.rows.filter((row) => !row.hydrated && row.problem === null)
  if (waiting.length > 0) (from.sync ?? sync()).hydrateFirst(waiting.map((row) => row.auditId))
  return page
}

/** The number of inspections in a list, as its screen shows it: possibly some seconds old or estimated. */
export async function countInspections(asked: AskedParams, from: ListSource = {}): Promise<Total> {
  const params = readListParams(asked)
  return readTotal(await sourceOf(from), { params, filter: readFilter(params, from.nowMs ?? Date.now()).filter })
}

/** How many different values are searched. Organizations have fewer sites and people than that. */
export const searchedValuesMax = 20_000

/**
 * The first `limit` values of one dimension that contain all words of `find`, the most frequent first. They are counted
 * over the rows that match all other filters.
 */
export async function findFacetValues(
  { name, find = '', limit, ...asked }: AskedParams & { name: FacetName; find?: string | undefined; limit: number },
  from: ListSource = {},
): Promise<{ values: FacetValue[] }> {
  const params = readListParams(asked)
  const list = { params, filter: readFilter(params, from.nowMs ?? Date.now()).filter }
  const { values } = await readValues(await sourceOf(from), list, name, searchedValuesMax)
  const words = foldText(find)
    .split(/\s+/)
    .filter((word) => word !== '')
  const matches = ({ value, label }: FacetValue) => {
    const text = foldText(`${label ?? ''} ${name === 'template' ? (value ?? '') : ''}`)
    return words.every((word) => text.includes(word))
  }
  return { values: values.filter(matches).slice(0, limit) }
}

/** Templates of the inspections with the name in their newest document. The most used template comes first. */
export async function listTemplates(given?: Database): Promise<{ templates: TemplateOption[] }> {
  const source = await sourceOf(given === undefined ? {} : { db: given })
  const { values } = await readValues(source, unfiltered, 'template', searchedValuesMax)
  const templates: TemplateOption[] = []
  for (const { value, label, count } of values) {
    const templateId = templateIdShape.safeParse(value)
    if (templateId.success) templates.push({ templateId: templateId.data, name: label, count })
  }
  return { templates }
}

/**
 * The document of an inspection at its current version, either stored or fetched now. If the service cannot return it,
 * the newest stored version, with the reason in `stale`.
 * @throws AppError not_found if neither the index nor the service knows the id; the same errors as `Service.call` if
 * nothing is stored
 */
export async function readInspectionDocument(
  auditId: AuditId,
  options: { signal?: AbortSignal } = {},
): Promise<InspectionDocument> {
  return readVersion({ db: await database(), sync: sync() }, auditId, options.signal)
}

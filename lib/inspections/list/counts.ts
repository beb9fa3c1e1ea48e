import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { hasChangedSince } from '@/lib/events/source'
import { processWide } from '@/lib/process-wide'
import { countFacets, type FacetCount, type FacetPass } from './facets'
import { keyOf, type InspectionFilter } from '@/lib/inspections/filter/filter'
import { findIds, listConditions, type Condition } from '@/lib/inspections/filter/filter-sql'
import { readWithin } from '@/lib/search/read-within'
import { facetNames, type FacetName } from '@/lib/inspections/columns'
import type { Facets, FilterName, ListParams } from '@/lib/inspections/schema'
import { countPresent, countUpTo, type Total } from './totals'
import { CountCache } from './totals-cache'

/** A list to count, with its parameters before and after parsing. */
export interface CountedList {
  params: ListParams
  filter: InspectionFilter
}

/** A database and its cached counts. */
export interface CountSource {
  db: Database
  cache: CountCache
}

/** The counts of a database that this process has cached. All of them count inspections and their reviews. */
export function cacheOf(db: Queryable): CountCache {
  const caches = processWide('inspection-counts', () => new WeakMap<Queryable, CountCache>())
  const known = caches.get(db)
  if (known !== undefined) return known
  const cache = new CountCache({ hasChanged: (ageMs) => hasChangedSince(db, ['inspections', 'reviews'], ageMs) })
  caches.set(db, cache)
  return cache
}

const paramsOf = (dimension: FacetName): FilterName[] => [dimension, `${dimension}!`]
const isAsked = (params: ListParams, dimension: FacetName) => paramsOf(dimension).some((name) => name in params)

function countWithin<Result>(
  { db }: CountSource,
  filter: InspectionFilter,
  count: (tx: Queryable, conditions: Condition[]) => Promise<Result>,
): Promise<Result> {
  return readWithin(db, 'counts', async (tx) => count(tx, listConditions(filter, await findIds(tx, filter))))
}

const passKey = (params: ListParams, without?: FacetName) =>
  `pass ${keyOf(params, without === undefined ? [] : paramsOf(without))}`

/** Counts rows and all dimensions without a filter in one scan. */
function readPass(source: CountSource, { params, filter }: CountedList): Promise<FacetPass> {
  const free = facetNames.filter((name) => !isAsked(params, name))
  return source.cache.get(passKey(params), () =>
    countWithin(source, filter, (tx, conditions) => countFacets(tx, conditions, free)),
  )
}

/** The values of a dimension, counted among the rows that match all other parameters. */
async function readOwnFacet(source: CountSource, list: CountedList, dimension: FacetName): Promise<FacetCount> {
  const known = source.cache.peek(passKey(list.params, dimension)) as FacetPass | null
  const counted = known?.facets[dimension]
  if (counted !== undefined) return counted
  return readValues(source, list, dimension, 50)
}

/** The `max` most frequent values of a dimension, counted among the rows that match all other parameters. */
export function readValues(
  source: CountSource,
  { params, filter }: CountedList,
  dimension: FacetName,
  max: number,
): Promise<FacetCount> {
  return source.cache.get(`values ${max} ${dimension} ${keyOf(params, paramsOf(dimension))}`, async () => {
    const { facets } = await countWithin(source, filter, (tx, conditions) =>
      countFacets(
        tx,
        conditions.filter((condition) => condition.dimension !== dimension),
        [dimension],
        max,
      ),
    )
    return facets[dimension] ?? { values: [], distinct: 0 }
  })
}

/** Facets of a list, each without its own parameter. The total is exact, because counting facets reads all rows. */
export async function readFacets(source: CountSource, list: CountedList): Promise<{ total: Total; facets: Facets }> {
  const read = async (name: FacetName): Promise<FacetCount> =>
    isAsked(list.params, name)
      ? readOwnFacet(source, list, name)
      : ((await readPass(source, list)).facets[name] ?? { values: [], distinct: 0 })
  const [pass, ...counted] = await Promise.all([readPass(source, list), ...facetNames.map(read)])
  const facets = Object.fromEntries(facetNames.map((name, at) => [name, counted[at]])) as Facets
  return { total: { total: pass.total, isExact: true }, facets }
}

/** The exact total of a list if it is cached. Never counts. */
export function peekTotal({ cache }: CountSource, { params }: CountedList): number | null {
  const pass = cache.peek(passKey(params)) as FacetPass | null
  if (pass !== null) return pass.total
  const total = cache.peek(`total ${keyOf(params)}`) as Total | null
  return total?.isExact === true ? total.total : null
}

/** The number of matching rows. It is exact up to 100,000, and above if it is cached or there is no filter. */
export async function readTotal(source: CountSource, list: CountedList): Promise<Total> {
  const key = keyOf(list.params)
  const known = peekTotal(source, list)
  if (known !== null && source.cache.peek(`total ${key}`) === null) return { total: known, isExact: true }
  return source.cache.get(`total ${key}`, () =>
    countWithin(source, list.filter, async (tx, conditions) =>
      // Always exact for all inspections: it takes the scan of a small index, and every other number is compared with it.
      key === keyOf({}) ? { total: await countPresent(tx), isExact: true } : countUpTo(tx, conditions),
    ),
  )
}

import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { sortColumns } from '@/lib/inspections/columns-sql'
import { writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import { writeNamed } from './names'
import { sortedColumns, toPlaced, type PlacedRow, type RowsQuery, type Slice, type SortedRow } from './placed-rows'
import { guessTotal } from './totals'
import { planWalk, splitWords } from './walk'

/**
 * Lists sorted by names. No index has their order, but an index returns the rows of each name. So a page is read by
 * walking along the sorted names until it is full. If there are few matches, which could be anywhere, they are all read
 * and sorted.
 */

/**
 * Up to this many matches are read and sorted. If so few of a million rows match, a walk reads about as many rows for a
 * page, and many more if the first names have no matches.
 */
const sortedMatchesMax = 10_000

/**
 * Number of names in the first statement of a walk, which is enough for most pages. Later statements have more names.
 */
const firstNames = 32
const growth = 8

interface NamesSlice extends Slice {
  names: readonly string[]
}

/** Reads the rows of `page` (audit_id, place), a common table expression in `before`. */
async function readPage(
  db: Queryable,
  { sort }: RowsQuery,
  { part }: NamesSlice,
  { before, values }: { before: string; values: Values },
): Promise<PlacedRow[]> {
  const { rows } = await db.query<SortedRow>(
    `with ${before}
     select ${sortedColumns(sort)} from page join inspections using (audit_id) order by page.place, ${part.order}`,
    values.list,
  )
  return rows.map((row) => toPlaced(sort, row))
}

/**
 * SQL: the first rows of each name, as `walked`. `is true` keeps the planner from using other indexes for the
 * conditions. Otherwise it would combine one of them with the index of the names for each name, and sort the result.
 */
function writeWalk({ conditions, sort }: RowsQuery, slice: NamesSlice, values: Values): string {
  const { column, tieColumn } = sortColumns[sort.name]
  return `${writeNamed(slice.names, values)} cross join lateral (
    select audit_id, ${tieColumn} from inspections
    where ${column} = named.name and (${writeWhere(conditions, values)}) is true
    order by ${slice.part.order} limit ${values.add(slice.offset + slice.limit, 'int8')}
  ) as walked`
}

const writeEnd = ({ part, offset, limit }: NamesSlice, values: Values) =>
  `order by place, ${part.order} limit ${values.add(limit, 'int8')} offset ${values.add(offset, 'int8')}`

async function walk(db: Queryable, query: RowsQuery, slice: NamesSlice): Promise<PlacedRow[]> {
  const values = new Values()
  const before = `page as materialized (
    select audit_id, place from ${writeWalk(query, slice, values)} ${writeEnd(slice, values)}
  )`
  return await readPage(db, query, slice, { before, values })
}

/** Reads all matches and sorts the rows with one of the names. */
async function sortMatches(db: Queryable, query: RowsQuery, slice: NamesSlice): Promise<PlacedRow[]> {
  const { column, tieColumn } = sortColumns[query.sort.name]
  const values = new Values()
  // Materialized, because otherwise the planner would walk along the order.
  const before = `matching as materialized (
    select audit_id, ${column} as name, ${tieColumn} from inspections where ${writeWhere(query.conditions, values)}
  ), page as materialized (
    select audit_id, place from matching join ${writeNamed(slice.names, values)} using (name) ${writeEnd(slice, values)}
  )`
  return await readPage(db, query, slice, { before, values })
}

/**
 * Skips the names before the row at `offset` by counting their rows. The new offset is within the first remaining name.
 */
async function skipNames(
  db: Queryable,
  { conditions, sort }: RowsQuery,
  names: readonly string[],
  offset: number,
): Promise<{ names: readonly string[]; offset: number }> {
  if (offset === 0) return { names, offset }
  const values = new Values()
  const { rows } = await db.query<{ n: number }>(
    `select (select count(*) from inspections
             where ${writeWhere(conditions, values)} and ${sortColumns[sort.name].column} = named.name) as n
     from ${writeNamed(names, values)} order by place`,
    values.list,
  )
  const rest = { skipped: 0, offset }
  for (const { n } of rows) {
    if (n > rest.offset) break
    rest.offset -= n
    rest.skipped += 1
  }
  return { names: names.slice(rest.skipped), offset: rest.offset }
}

async function walkInSteps(db: Queryable, query: RowsQuery, slice: NamesSlice): Promise<PlacedRow[]> {
  const found: PlacedRow[] = []
  const next = { at: 0, count: firstNames, offset: slice.offset }
  while (next.at < slice.names.length && found.length < slice.limit) {
    const step = slice.names.slice(next.at, next.at + next.count)
    const { names, offset } = await skipNames(db, query, step, next.offset)
    const limit = slice.limit - found.length
    if (names.length > 0) found.push(...(await walk(db, query, { ...slice, names, offset, limit })))
    next.offset = names.length > 0 ? 0 : offset
    next.at += step.length
    next.count *= growth
  }
  return found
}

/**
 * Reads rows with words: first by a short scan along the names, and if that finds too few, by reading all matches.
 * `readSliceOfWords` explains why.
 */
async function readWords(
  db: Queryable,
  query: RowsQuery,
  slice: NamesSlice,
  { words, others }: { words: Condition[]; others: Condition[] },
): Promise<PlacedRow[]> {
  const walked = await planWalk(db, query.conditions, slice)
  if (walked > 0) {
    const values = new Values()
    const before = `scanned as materialized (
      select audit_id, place from ${writeWalk({ ...query, conditions: others }, { ...slice, offset: 0, limit: walked }, values)}
      order by place, ${slice.part.order} limit ${walked}
    ), page as materialized (
      select audit_id, place from scanned join inspections using (audit_id)
      where ${writeWhere(words, values)} ${writeEnd(slice, values)}
    )`
    const rows = await readPage(db, query, slice, { before, values })
    if (rows.length >= slice.limit) return rows
  }
  return await sortMatches(db, query, slice)
}

/** Reads rows of a part with `names`. */
export async function readSliceOfNames(
  db: Queryable,
  query: RowsQuery,
  slice: Slice,
  names: readonly string[],
): Promise<PlacedRow[]> {
  const named = { ...slice, names }
  if (names.length === 0) return []
  const split = splitWords(query.conditions)
  if (split.words.length > 0) return await readWords(db, query, named, split)
  const guess = await guessTotal(db, query.conditions)
  return guess > sortedMatchesMax ? await walkInSteps(db, query, named) : await sortMatches(db, query, named)
}

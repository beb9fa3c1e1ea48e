import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { listedColumns, sortColumns, toRow, type ListedRow } from '@/lib/inspections/columns-sql'
import type { Position } from './cursor'
import type { Sort } from '@/lib/inspections/filter/filter'
import { Values } from '@/lib/db/values'
import { writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import type { InspectionRow } from '@/lib/inspections/schema'
import { guessTotal } from './totals'

/**
 * Invariant: an order has two parts, rows with a value and then those without, each read from one index that serves
 * both directions. An `order by … nulls last` would need a separate index for each direction, or sort everything.
 */

/** A row and its position in the requested order. */
export interface PlacedRow {
  row: InspectionRow
  position: Position
}

/** A `ListedRow` with the value by which it is sorted. */
interface SortedRow extends ListedRow {
  sortedBy: string | number | null
}

interface Part {
  hasValue: boolean
  isDescending: boolean
}

/** The parts of an order, first to last; backwards they are the same from the other end. */
export function listParts({ name, isDescending }: Sort, isBackwards: boolean): Part[] {
  const direction = isDescending !== isBackwards
  if (!sortColumns[name].isNullable) return [{ hasValue: true, isDescending: direction }]
  const parts = [
    { hasValue: true, isDescending: direction },
    { hasValue: false, isDescending: direction },
  ]
  return isBackwards ? parts.reverse() : parts
}

export interface RowsQuery {
  conditions: readonly Condition[]
  sort: Sort
}

interface Slice {
  part: Part
  after: Position | null
  offset: number
  limit: number
}

/** Where a slice begins and how it is ordered, as parameters of a statement. */
function writeOrder(sort: Sort, { part, after }: Pick<Slice, 'part' | 'after'>, values: Values) {
  const { column, type, isNullable } = sortColumns[sort.name]
  const where: string[] = []
  if (isNullable) where.push(`${column} is ${part.hasValue ? 'not null' : 'null'}`)
  if (after !== null) {
    const sign = part.isDescending ? '<' : '>'
    const id = values.add(after.auditId, 'text')
    where.push(
      part.hasValue
        ? `(${column}, audit_id) ${sign} (${values.add(after.value, type)}, ${id})`
        : `audit_id ${sign} ${id}`,
    )
  }
  const direction = part.isDescending ? 'desc' : 'asc'
  const order = part.hasValue ? `${column} ${direction}, audit_id ${direction}` : `audit_id ${direction}`
  return { column, order, within: where.length === 0 ? 'true' : where.join(' and ') }
}

const toPlaced = ({ sortedBy: value, ...row }: SortedRow): PlacedRow => ({
  row: toRow(row),
  position: { value, auditId: row.auditId },
})

async function readSlice(db: Queryable, query: RowsQuery, slice: Slice): Promise<PlacedRow[]> {
  const { offset, limit } = slice
  if (query.conditions.some(({ isWords }) => isWords === true)) return await readSliceOfWords(db, query, slice)
  const values = new Values()
  const matching = writeWhere(query.conditions, values)
  const { column, order, within } = writeOrder(query.sort, slice, values)
  const page = `where ${matching} and ${within} order by ${order} limit ${values.add(limit, 'int8')}`
  const { rows } = await db.query<SortedRow>(
    offset === 0
      ? `select ${listedColumns}, ${column} as "sortedBy" from inspections ${page}`
      : // Skipped rows are read from the index alone.
        `select ${listedColumns}, ${column} as "sortedBy" from inspections
         where audit_id in (select audit_id from inspections ${page} offset ${values.add(offset, 'int8')})
         order by ${order}`,
    values.list,
  )
  return rows.map(toPlaced)
}

/** If more rows than this are estimated to match, some of them should be among the first that are scanned. */
const manyMatches = 3_000
/** Rows scanned one by one, some milliseconds of work. */
const walkedRowsMax = 6_000
/**
 * Words are unevenly distributed: a scan finds its rows within a few times the distance that an even distribution would
 * need.
 */
const walkPatience = 3

/** How many rows to scan for the end of a slice, as far as the planner knows; 0 when scanning is not worth it. */
async function planWalk(db: Queryable, conditions: readonly Condition[], { offset, limit }: Slice): Promise<number> {
  const guess = await guessTotal(db, conditions)
  if (offset === 0) return guess > manyMatches ? walkedRowsMax : 0
  const walkable = await guessTotal(
    db,
    conditions.filter(({ isWords }) => isWords !== true),
  )
  const way = ((offset + limit) * walkable) / Math.max(1, guess)
  return way > guess ? 0 : Math.max(walkedRowsMax, Math.ceil(way * walkPatience))
}

/**
 * Rows that contain words, read in one of two ways: along the order until enough match, or all matches, which are then
 * sorted. The planner estimates each word separately, so for two common words that never occur together it would scan
 * all rows: seconds for a million. Here the scan is short, and what it does not find is found by the word index.
 */
async function readSliceOfWords(db: Queryable, { conditions, sort }: RowsQuery, slice: Slice): Promise<PlacedRow[]> {
  const { offset, limit } = slice
  const writePage = (values: Values) => `limit ${values.add(limit, 'int8')} offset ${values.add(offset, 'int8')}`
  const walked = await planWalk(db, conditions, slice)
  if (walked > 0) {
    const values = new Values()
    const { column, order, within } = writeOrder(sort, slice, values)
    const others = writeWhere(
      conditions.filter(({ isWords }) => isWords !== true),
      values,
    )
    const words = writeWhere(
      conditions.filter(({ isWords }) => isWords === true),
      values,
    )
    const { rows } = await db.query<SortedRow>(
      `select ${listedColumns}, ${column} as "sortedBy"
       from (select * from inspections where ${others} and ${within} order by ${order} limit ${walked}) walked
       where ${words} order by ${order} ${writePage(values)}`,
      values.list,
    )
    if (rows.length >= limit) return rows.map(toPlaced)
  }
  const values = new Values()
  const matching = writeWhere(conditions, values)
  const { column, order, within } = writeOrder(sort, slice, values)
  // Materialized: in one statement with the order, the planner would scan again.
  const { rows } = await db.query<SortedRow>(
    `with matching as materialized (
       select audit_id, ${column} from inspections where ${matching} and ${within}
     )
     select ${listedColumns}, ${column} as "sortedBy" from inspections
     where audit_id in (select audit_id from matching order by ${order} ${writePage(values)})
     order by ${order}`,
    values.list,
  )
  return rows.map(toPlaced)
}

/** Rows that follow a position in the order, or (`isBackwards`) come before it, the nearest first. */
export async function readRowsAfter(
  db: Queryable,
  query: RowsQuery,
  place: { after: Position | null; limit: number; isBackwards?: boolean },
): Promise<PlacedRow[]> {
  const { after, limit, isBackwards = false } = place
  const parts = listParts(query.sort, isBackwards)
  const first = after === null ? 0 : parts.findIndex(({ hasValue }) => hasValue === (after.value !== null))
  const found: PlacedRow[] = []
  for (const [index, part] of parts.entries()) {
    if (index < first || found.length >= limit) continue
    const slice = { part, after: index === first ? after : null, offset: 0, limit: limit - found.length }
    found.push(...(await readSlice(db, query, slice)))
  }
  return found
}

/** Rows by their ids, in the order of the ids, without missing ones. */
export async function readRowsById(db: Queryable, auditIds: readonly string[]): Promise<InspectionRow[]> {
  const { rows } = await db.query<ListedRow>(
    `select ${listedColumns} from inspections where audit_id = any($1::text[])`,
    [auditIds],
  )
  const found = new Map(rows.map((row) => [row.auditId, row]))
  return auditIds.flatMap((id) => {
    const row = found.get(id)
    return row === undefined ? [] : [toRow(row)]
  })
}

async function countPart(db: Queryable, { conditions, sort }: RowsQuery, part: Part): Promise<number> {
  const values = new Values()
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from inspections where ${writeWhere(conditions, values)}
     and ${sortColumns[sort.name].column} is ${part.hasValue ? 'not null' : 'null'}`,
    values.list,
  )
  return rows[0]?.n ?? 0
}

/**
 * Rows by their position counted from the top. If `total` is known exactly, a position in the lower half is counted
 * from the end, so that the last rows are as fast as the first.
 */
export async function readRowsAt(
  db: Queryable,
  query: RowsQuery,
  place: { offset: number; limit: number; total: number | null },
): Promise<PlacedRow[]> {
  const { total } = place
  const isBackwards = total !== null && place.offset > total / 2
  const limit = isBackwards ? Math.min(place.limit, total - place.offset) : place.limit
  let skip = isBackwards ? total - place.offset - limit : place.offset
  if (limit <= 0 || skip < 0) return []
  const parts = listParts(query.sort, isBackwards)
  const found: PlacedRow[] = []
  for (const [index, part] of parts.entries()) {
    if (found.length >= limit) break
    const rows = await readSlice(db, query, { part, after: null, offset: skip, limit: limit - found.length })
    found.push(...rows)
    const isLast = index === parts.length - 1
    if (rows.length > 0) skip = 0
    else if (!isLast && skip > 0) skip = Math.max(0, skip - (await countPart(db, query, part)))
  }
  return isBackwards ? found.reverse() : found
}

/**
 * The position of an inspection in an order, whether or not a filter shows it; null when the index does not know it.
 */
export async function findPosition(db: Queryable, sort: Sort, auditId: string): Promise<Position | null> {
  const { rows } = await db.query<{ value: string | number | null }>(
    `select ${sortColumns[sort.name].column} as value from inspections where audit_id = $1`,
    [auditId],
  )
  const row = rows[0]
  return row === undefined ? null : { value: row.value, auditId }
}

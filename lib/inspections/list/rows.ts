import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { isIndexedSort } from '@/lib/inspections/columns'
import { listedColumns, sortColumns, toRow, type ListedRow } from '@/lib/inspections/columns-sql'
import type { Position } from './cursor'
import type { Sort } from '@/lib/inspections/filter/filter'
import { Values } from '@/lib/db/values'
import { writeWhere } from '@/lib/inspections/filter/filter-sql'
import type { InspectionRow } from '@/lib/inspections/schema'
import { readOrderNames } from './names'
import { listParts, type OrderPart } from './order'
import {
  sortedColumns,
  toPlaced,
  toPosition,
  type PlacedRow,
  type RowsQuery,
  type Slice,
  type SortedRow,
} from './placed-rows'
import { readSliceOfNames } from './rows-of-names'
import { planWalk, splitWords } from './walk'

async function readSlice(db: Queryable, query: RowsQuery, slice: Slice): Promise<PlacedRow[]> {
  const { part, offset, limit } = slice
  if (part.names !== undefined) return await readSliceOfNames(db, query, slice, part.names)
  // Without an index there is no order to scan along: all matches are sorted.
  if (isIndexedSort(query.sort.name) && query.conditions.some(({ isWords }) => isWords === true))
    return await readSliceOfWords(db, query, slice)
  const values = new Values()
  const matching = writeWhere(query.conditions, values)
  const page = `where ${matching} and ${part.write(values)} order by ${part.order} limit ${values.add(limit, 'int8')}`
  const { rows } = await db.query<SortedRow>(
    offset === 0 && part.isScattered !== true
      ? `select ${sortedColumns(query.sort)} from inspections ${page}`
      : // The subquery skips rows with the index alone, or sorts nothing but ids.
        `select ${sortedColumns(query.sort)} from inspections
         where audit_id in (select audit_id from inspections ${page} offset ${values.add(offset, 'int8')})
         order by ${part.order}`,
    values.list,
  )
  return rows.map((row) => toPlaced(query.sort, row))
}

/**
 * Reads rows with words in one of two ways: along the order until enough rows match, or all matches, which are then
 * sorted. The planner estimates each word separately. For two common words that never occur together it would scan all
 * rows, which takes seconds for a million. So there is only a short scan along the order, and if that finds too few
 * rows, the word index finds all matches.
 */
async function readSliceOfWords(db: Queryable, { conditions, sort }: RowsQuery, slice: Slice): Promise<PlacedRow[]> {
  const { part, offset, limit } = slice
  const writePage = (values: Values) => `limit ${values.add(limit, 'int8')} offset ${values.add(offset, 'int8')}`
  const walked = await planWalk(db, conditions, slice)
  if (walked > 0) {
    const values = new Values()
    const within = part.write(values)
    const split = splitWords(conditions)
    const others = writeWhere(split.others, values)
    const words = writeWhere(split.words, values)
    const { rows } = await db.query<SortedRow>(
      `select ${sortedColumns(sort)}
       from (select * from inspections where ${others} and ${within} order by ${part.order} limit ${walked}) walked
       where ${words} order by ${part.order} ${writePage(values)}`,
      values.list,
    )
    if (rows.length >= limit) return rows.map((row) => toPlaced(sort, row))
  }
  const values = new Values()
  const matching = writeWhere(conditions, values)
  const { column, tieColumn } = sortColumns[sort.name]
  const compared = [...new Set(['audit_id', column, tieColumn])].filter((name) => name !== null).join(', ')
  // Materialized, because otherwise the planner would scan along the order again.
  const { rows } = await db.query<SortedRow>(
    `with matching as materialized (
       select ${compared} from inspections where ${matching} and ${part.write(values)}
     )
     select ${sortedColumns(sort)} from inspections
     where audit_id in (select audit_id from matching order by ${part.order} ${writePage(values)})
     order by ${part.order}`,
    values.list,
  )
  return rows.map((row) => toPlaced(sort, row))
}

/** Rows after a position in the order, or before it (`isBackwards`), the nearest first. */
export async function readRowsAfter(
  db: Queryable,
  query: RowsQuery,
  place: { after: Position | null; limit: number; isBackwards?: boolean },
): Promise<PlacedRow[]> {
  const { after, limit, isBackwards = false } = place
  const known = typeof after?.value === 'string' ? after.value : null
  const names = await readOrderNames(db, query.sort, { known, templates: query.templates })
  const parts = listParts(query.sort, { after, isBackwards, ...names })
  const found: PlacedRow[] = []
  for (const part of parts) {
    if (found.length >= limit) break
    found.push(...(await readSlice(db, query, { part, offset: 0, limit: limit - found.length })))
  }
  return found
}

/** Rows by id, in the order of the ids. Unknown ids are skipped. */
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

async function countPart(db: Queryable, { conditions }: RowsQuery, part: OrderPart): Promise<number> {
  const values = new Values()
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from inspections where ${writeWhere(conditions, values)} and ${part.write(values)}`,
    values.list,
  )
  return rows[0]?.n ?? 0
}

/**
 * Rows by position from the top. If the exact `total` is known, a position in the lower half is counted from the end,
 * so that the last rows are as fast as the first.
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
  const names = await readOrderNames(db, query.sort, { templates: query.templates })
  const parts = listParts(query.sort, { isBackwards, ...names })
  const found: PlacedRow[] = []
  for (const [index, part] of parts.entries()) {
    if (found.length >= limit) break
    const rows = await readSlice(db, query, { part, offset: skip, limit: limit - found.length })
    found.push(...rows)
    const isLast = index === parts.length - 1
    if (rows.length > 0) skip = 0
    else if (!isLast && skip > 0) skip = Math.max(0, skip - (await countPart(db, query, part)))
  }
  return isBackwards ? found.reverse() : found
}

/**
 * The position of an inspection in an order, regardless of filters; null if the inspection is not in the index.
 */
export async function findPosition(db: Queryable, sort: Sort, auditId: string): Promise<Position | null> {
  const { column, tieColumn } = sortColumns[sort.name]
  const { rows } = await db.query<{ value: string | number | null; tie: string | null }>(
    `select ${column} as value, ${tieColumn ?? 'null::timestamptz'} as tie from inspections where audit_id = $1`,
    [auditId],
  )
  const row = rows[0]
  return row === undefined ? null : toPosition(sort, auditId, row.value, row.tie)
}

import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { AppError } from '@/lib/errors'
import { isIndexedSort, sortedRowsMax } from '@/lib/inspections/columns'
import type { Sort } from '@/lib/inspections/filter/filter'
import { writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import { serverText } from '@/lib/server-text'

/**
 * The number of matching rows. `isExact` false: there are more than `exactMax` or they are not counted yet, and `total`
 * is the planner's estimate.
 */
export interface Total {
  total: number
  isExact: boolean
}

/** Totals are exact up to this number; above it, the screen says "about". */
export const exactMax = 100_000

/**
 * Counts the inspections of a list without filters, which are all but the missing ones. Counting all rows and the few
 * missing ones takes a third of the time, because the smallest index has no column that tells them apart.
 */
export async function countPresent(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select (select count(*) from inspections) - (select count(*) from inspections where missing_at is not null) as n`,
  )
  return rows[0]?.n ?? 0
}

/** Counts all matching rows without a limit. */
export async function countAll(db: Queryable, conditions: readonly Condition[]): Promise<number> {
  const values = new Values()
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from inspections where ${writeWhere(conditions, values)}`,
    values.list,
  )
  return rows[0]?.n ?? 0
}

interface Explained {
  'QUERY PLAN': Array<{ Plan: { 'Plan Rows': number } }>
}

/** The planner's estimate of the number of rows, without counting. */
export async function guessTotal(db: Queryable, conditions: readonly Condition[]): Promise<number> {
  const values = new Values()
  const { rows } = await db.query<Explained>(
    `explain (format json) select 1 from inspections where ${writeWhere(conditions, values)}`,
    values.list,
  )
  return Math.round(rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0)
}

/** Counts up to `max` rows, and estimates the total if there are more. */
export async function countUpTo(db: Queryable, conditions: readonly Condition[], max = exactMax): Promise<Total> {
  const values = new Values()
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from (
       select 1 from inspections where ${writeWhere(conditions, values)} limit ${max + 1}
     ) counted`,
    values.list,
  )
  const counted = rows[0]?.n ?? 0
  if (counted <= max) return { total: counted, isExact: true }
  return { total: Math.max(counted, await guessTotal(db, conditions)), isExact: false }
}

/**
 * Refuses orders without an index for lists that are too long to be sorted for each page.
 * @throws AppError invalid, naming `sort`
 */
export async function checkSortable(db: Queryable, { name }: Sort, conditions: readonly Condition[]): Promise<void> {
  if (isIndexedSort(name) || (await countUpTo(db, conditions, sortedRowsMax)).isExact) return
  const problem = serverText('inspections.fields.tooManyToSort', { max: sortedRowsMax })
  throw new AppError('invalid', serverText('web.invalid'), { details: { fields: { sort: problem } } })
}

import 'server-only'
import { listedColumns, sortColumns, toRow, type ListedRow } from '@/lib/inspections/columns-sql'
import type { Sort } from '@/lib/inspections/filter/filter'
import type { Condition } from '@/lib/inspections/filter/filter-sql'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { Position } from './cursor'
import type { OrderPart } from './order'

export interface RowsQuery {
  conditions: readonly Condition[]
  sort: Sort
  /** The only templates that the conditions allow, if they are limited to some. */
  templates?: readonly string[] | undefined
}

/** A range of rows within a part of the order. */
export interface Slice {
  part: OrderPart
  offset: number
  limit: number
}

/** A row and its position in the requested order. */
export interface PlacedRow {
  row: InspectionRow
  position: Position
}

/** A `ListedRow` with its sorted values. */
export interface SortedRow extends ListedRow {
  sortedBy: string | number | null
  tiedBy: string | null
}

/** SQL: the select list for a `SortedRow`. */
export function sortedColumns({ name }: Sort): string {
  const { column, tieColumn } = sortColumns[name]
  return `${listedColumns}, ${column} as "sortedBy", ${tieColumn ?? 'null::timestamptz'} as "tiedBy"`
}

/** The position of a row in an order. */
export function toPosition(
  { name }: Sort,
  auditId: string,
  sortedBy: Position['value'],
  tiedBy: string | null,
): Position {
  return sortColumns[name].tieColumn === null ? { value: sortedBy, auditId } : { value: sortedBy, auditId, tie: tiedBy }
}

export function toPlaced(sort: Sort, row: SortedRow): PlacedRow {
  return { row: toRow(row), position: toPosition(sort, row.auditId, row.sortedBy, row.tiedBy) }
}

import type { Route } from 'next'
import type { MouseEvent, ReactNode } from 'react'
import type { ColumnShape, ShownColumn } from '@/lib/table/shown-columns'

/** The rows of a list, which may be loaded in parts. */
export interface TableRows<Row> {
  /** The row at a position; undefined while it is not loaded. */
  read: (position: number) => Row | undefined
  /** Changes when the result of `read` may have changed. */
  version: unknown
  /** Null until the first answer. */
  total: number | null
  /** False while `total` is an estimate. */
  totalIsExact: boolean
  /** Loads the rows from a position to another one, both included. */
  load: (from: number, to: number) => Promise<readonly Row[]>
  /** The header of a group at a position, where `read` has no row. */
  headAt?: (position: number) => GroupHead | null
  /** How many of `total` are headers of groups. */
  headCount?: number
}

/** How many rows a list has, without the headers of groups; null until the first answer. */
export function countRows({ total, headCount = 0 }: Pick<TableRows<never>, 'total' | 'headCount'>): number | null {
  return total === null ? null : total - headCount
}

/** The header of a group of rows. */
export interface GroupHead {
  id: string
  label: string
  /** How many rows the group has; null while not known. */
  count: number | null
  isOpen: boolean
  /** Opens or closes the group; null where groups are always open. */
  toggle: (() => void) | null
}

export interface Sort {
  name: string
  isDescending: boolean
}

/** How a list is sorted by a column. */
export interface ColumnSort {
  name: string
  /** The more useful direction comes first: newest, highest, most. */
  isDescendingFirst: boolean
  /** "Title, A to Z" */
  describe: (isDescending: boolean) => string
}

/** A column of a list. The first one of a list is what a row is called: it is always shown and stays in place. */
export interface DataColumn<Row, Id extends string = string> extends ColumnShape<Id> {
  label: string
  /** Numbers are aligned right, so that their digits line up. */
  isRight?: boolean
  /** Left out where space is short; the second line of the first column has its value. */
  isFolded?: boolean
  sort?: ColumnSort | undefined
  /** Not used for the first column. */
  cell: (row: Row) => ReactNode
  /** What the badges of its cells can say: the column is wide enough for each. */
  badges?: readonly string[] | undefined
}

/** What can be filtered by a column. */
export interface ColumnFilter<Row> {
  /** Opens the filter of the column. */
  open?: () => void
  /** The value of a row, and how to filter by it; null where there is none. */
  ofRow?: (row: Row) => CellFilter | null
}

export interface CellFilter {
  label: string
  include: () => void
  exclude?: () => void
}

/** What rows of a list look like. Keep it stable, because rows are rendered while people scroll. */
export interface RowSpec<Row, Id extends string = string> {
  idOf: (row: Row) => Id
  /** What people call the row, for labels. */
  nameOf: (row: Row) => string
  /** The link of a row; null where there is none. */
  hrefOf: ((row: Row) => Route) | null
  /** The first column. `onClick` is for the link of the name. */
  main: (row: Row, onClick: (event: MouseEvent) => void) => ReactNode
  /** The second line of the first column, where space is short. */
  second?: (row: Row) => ReactNode
  /** The row on a phone: two lines. */
  card: (row: Row, onClick: (event: MouseEvent) => void) => ReactNode
}

/** The row whose preview is open. It is part of the address. */
export interface Peek<Id extends string = string> {
  row: Id | null
  setRow: (row: Id | null, options?: { history?: 'push' | 'replace' }) => void
}

/** Which columns are shown, and how high rows are. */
export interface TableLook {
  shown: readonly ShownColumn[]
  /** Null: the default columns. */
  changeColumns: (shown: readonly ShownColumn[] | null) => void
  isCompact: boolean
  changeCompact: (isCompact: boolean) => void
}

/** What mouse and touch do on a row. */
export interface RowHandlers {
  /** A plain click on the row. */
  onPick: (position: number, at: { x: number; y: number }) => void
  /** The checkbox, or a click with Ctrl or Cmd: toggles the row. `isRange`: all rows from the last one to this one. */
  onToggle: (position: number, isRange: boolean) => void
  onPoint: (position: number) => void
  /** A long press on the row. */
  onLongPress: (position: number) => void
}

/** The active row, as pointers use it. */
export interface ActiveRow {
  active: number
  point: (position: number) => void
  focus: () => void
  open: (position: number) => void
  peek: (position: number) => void
}

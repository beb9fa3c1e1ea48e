import type { Route } from 'next'
import type { MouseEvent, ReactNode } from 'react'
import type { ColumnShape, ShownColumn } from '@/lib/table/shown-columns'

/** The rows of a list, which may be loaded in parts. */
export interface TableRows<Row> {
  /** The row at a position; undefined while it is not loaded. */
  read: (position: number) => Row | undefined
  /** Changes when the result of `read` may have changed. */
  version: unknown
  /** Null until the first response. */
  total: number | null
  /** False while `total` is an estimate. */
  totalIsExact: boolean
  /** Loads the rows from a position to another one, both included. */
  load: (from: number, to: number) => Promise<readonly Row[]>
  /** The header of a group at a position, where `read` has no row. */
  headAt?: (position: number) => GroupHead | null
  /**
   * The number of rows of the list; defaults to `total`. In groups, `total` includes the headers and leaves out the rows
   * of closed groups.
   */
  rowCount?: number | null
}

/** The number of rows of a list, also of closed groups, without headers; null until the first response. */
export function countRows({ total, rowCount = total }: Pick<TableRows<never>, 'total' | 'rowCount'>): number | null {
  return rowCount
}

/** The header of a group of rows. */
export interface GroupHead {
  id: string
  label: string
  /** The number of rows of the group; null while unknown. */
  count: number | null
  isOpen: boolean
  /** Opens or closes the group; null if groups are always open. */
  toggle: (() => void) | null
}

export interface Sort {
  name: string
  isDescending: boolean
}

/** How a list is sorted by a column. */
export interface ColumnSort {
  name: string
  /** Whether the first click sorts descending, because newest, highest or most is more useful. */
  isDescendingFirst: boolean
  /** "Title, A to Z" */
  describe: (isDescending: boolean) => string
}

/** A column of a list. The first column has the names of the rows. It is always shown and stays in place. */
export interface DataColumn<Row, Id extends string = string> extends ColumnShape<Id> {
  label: string
  /** Numbers are aligned right, so that their digits line up. */
  isRight?: boolean
  /** Hidden where space is limited. The second line of the first column then has its value. */
  isFolded?: boolean
  sort?: ColumnSort | undefined
  /** Not used for the first column. */
  cell: (row: Row) => ReactNode
  /** All texts that the badges of its cells can have. The column is wide enough for each. */
  badges?: readonly string[] | undefined
}

/** The filter of a column. */
export interface ColumnFilter<Row> {
  /** Opens the filter of the column. */
  open?: () => void
  /** The choices of a filter that has no panel. The menu of the column lists them. */
  choices?: readonly FilterChoice[]
  /** The value of a row, and functions that filter by it; null if there is none. */
  ofRow?: (row: Row) => CellFilter | null
}

export interface FilterChoice {
  label: string
  isChosen: boolean
  choose: () => void
}

export interface CellFilter {
  label: string
  include: () => void
  exclude?: () => void
}

/** The appearance of rows. The object must be stable, because rows are rendered while people scroll. */
export interface RowSpec<Row, Id extends string = string> {
  idOf: (row: Row) => Id
  /** The name of the row, for labels. */
  nameOf: (row: Row) => string
  /** The link of a row; null if rows have none. */
  hrefOf: ((row: Row) => Route) | null
  /** The first column. `onClick` is for the link of the name. */
  main: (row: Row, onClick: (event: MouseEvent) => void) => ReactNode
  /** The second line of the first column, where space is limited. */
  second?: (row: Row) => ReactNode
  /** The row on a phone: two lines. */
  card: (row: Row, onClick: (event: MouseEvent) => void) => ReactNode
}

/** The row whose preview is open. It is part of the address. */
export interface Peek<Id extends string = string> {
  row: Id | null
  setRow: (row: Id | null, options?: { history?: 'push' | 'replace' }) => void
}

/** The shown columns and the height of rows. */
export interface TableLook {
  shown: readonly ShownColumn[]
  /** Null restores the default columns. */
  changeColumns: (shown: readonly ShownColumn[] | null) => void
  isCompact: boolean
  changeCompact: (isCompact: boolean) => void
}

/** Handlers of mouse and touch on a row. */
export interface RowHandlers {
  /** A plain click on the row. */
  onPick: (position: number, at: { x: number; y: number }) => void
  /** A plain click on the name of the row: its page, or its preview if it has no page. */
  onName: (position: number, at: { x: number; y: number }) => void
  /**
   * The checkbox, or a click with Ctrl or Cmd: toggles the row. `isRange`: selects all rows from the last selected row
   * to this row.
   */
  onToggle: (position: number, isRange: boolean) => void
  onPoint: (position: number) => void
  /** A long press on the row. */
  onLongPress: (position: number) => void
}

/** The actions on the active row that pointers use. */
export interface ActiveRow {
  active: number
  point: (position: number) => void
  focus: () => void
  open: (position: number) => void
  peek: (position: number) => void
}

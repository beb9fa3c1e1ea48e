import type { ReactNode } from 'react'
import type { SheetCell } from '@/lib/csv/xlsx'
import type { ColumnShape } from '@/lib/table/shown-columns'

/** What people filter and group by. */
export interface RecordFacet<Row> {
  /** "status group", in the singular. */
  noun: string
  /** The value of a row as it is in addresses; null where it has none. The text of the cell when left out. */
  keyOf?: (row: Row) => string | null
  /** What people call a value; the value itself when left out. */
  nameOf?: (key: string) => string
  /** The page has a filter of its own for it: only groups. */
  isGroupOnly?: true
}

/** A column of a list whose rows are in the browser: all of its tools follow from it. */
export interface RecordColumn<Row, Id extends string = string> extends ColumnShape<Id> {
  label: string
  /** How it is sorted and aligned; text when left out. */
  kind?: 'text' | 'number' | 'time'
  isFolded?: boolean
  /** What the list is sorted by, and what files contain: texts as people read them, numbers and times as such. */
  value: (row: Row) => SheetCell
  /** What is on screen; the value when left out. Not used for the first column. */
  cell?: (row: Row) => ReactNode
  /** What the badges of its cells can say: the column is wide enough for each. */
  badges?: readonly string[]
  facet?: RecordFacet<Row>
  /** Whether the search finds its texts. */
  isSearched?: true
  /** False where an order says nothing, such as of sentences. */
  isSortable?: false
  /** Left out of files, such as a column of buttons. */
  isForScreen?: true
}

/** What a page calls its rows. */
export interface RecordTexts {
  /** "Search templates" */
  search: string
  /** In the empty search: "Search name or ID" when left out. */
  searchHint?: string
  /** "12 templates", or with `shown` "3 of 12 templates". */
  count: (count: number, shown: number | null) => string
  /** "The templates could not be loaded" */
  failed: string
  /** What continues although it could not be loaded: "Running imports continue." */
  kept?: string
  /** "No templates match" */
  noMatch: string
}

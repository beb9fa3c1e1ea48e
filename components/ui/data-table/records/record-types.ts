import type { ReactNode } from 'react'
import type { SheetCell } from '@/lib/csv/xlsx'
import type { ColumnShape } from '@/lib/table/shown-columns'

/** A property by which people filter and group. */
export interface RecordFacet<Row> {
  /** "status group", in the singular. */
  noun: string
  /**
   * The value of a row in the form of addresses; null if the row has none. Defaults to the text of the cell, which is
   * wrong for translated texts: addresses must mean the same in every language. `wordFacet` is for those.
   */
  keyOf?: (row: Row) => string | null
  /** The name of a value on screen; defaults to the value itself. */
  nameOf?: (key: string) => string
  /** All values, if they are known. An address can then also have the name of a value, as older addresses do. */
  keys?: readonly string[]
  /** The page has its own filter for this column, so the column only offers groups. */
  isGroupOnly?: true
}

/** A column of a list whose rows are in the browser. Sorting, filters, search and export are derived from it. */
export interface RecordColumn<Row, Id extends string = string> extends ColumnShape<Id> {
  label: string
  /** Determines how the column is sorted and aligned; defaults to text. */
  kind?: 'text' | 'number' | 'time'
  isFolded?: boolean
  /** The value for sorting and for files: texts as people read them, but numbers and times unformatted. */
  value: (row: Row) => SheetCell
  /** The content on screen; defaults to the value. Not used for the first column. */
  cell?: (row: Row) => ReactNode
  /** All texts that the badges of its cells can have. The column is wide enough for each. */
  badges?: readonly string[]
  facet?: RecordFacet<Row>
  /** Whether the search includes this column. */
  isSearched?: true
  /** False if sorting makes no sense, for example for sentences. */
  isSortable?: false
  /** Omitted in files, for example because it contains buttons. */
  isForScreen?: true
}

/** Texts that name the rows of a page. */
export interface RecordTexts {
  /** "Search templates" */
  search: string
  /** The placeholder of the search field; defaults to "Search name or ID". */
  searchHint?: string
  /** "12 templates", or with `shown` "3 of 12 templates". */
  count: (count: number, shown: number | null) => string
  /** "The templates could not be loaded" */
  failed: string
  /** Something that continues although the rows could not be loaded: "Running imports continue." */
  kept?: string
  /** "No templates match" */
  noMatch: string
}

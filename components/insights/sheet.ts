import type { Route } from 'next'
import { tableTypes } from '@/lib/csv/formats'
import { createTableWriter, tableFileName } from '@/lib/csv/table'
import { saveBlob } from '@/lib/browser/save-file'

/** One cell of an insight, for the screen, a CSV file and a picture alike. */
export interface SheetCell {
  text: string
  /** The value in the file. */
  value: string | number | null
  /** The link of the cell. A number opens exactly the inspections that it counts, and a name opens its page. */
  href?: Route
  /** What a screen reader says instead of the text, which means little alone. */
  label?: string
  /** A second, quieter text. */
  detail?: string
  /** The page of what the quieter text names. */
  detailHref?: Route
  /** How strongly it is marked, from 0 to 1. */
  shade?: number
}

export interface SheetRow {
  key: string
  head: SheetCell
  cells: readonly SheetCell[]
}

/** An insight as a table. The first column has the row headers. */
export interface Sheet {
  columns: readonly string[]
  rows: readonly SheetRow[]
}

/** What a file has in a cell. Questions of two templates may have the same text, so the quieter text is part of it. */
export const fileValue = ({ value, detail }: SheetCell): SheetCell['value'] =>
  detail === undefined || value === null ? value : `${value} (${detail})`

/** Saves an insight as CSV. `zone` is the IANA name of the zone of the person. */
export function saveSheetCsv(title: string, { columns, rows }: Sheet, zone: string): void {
  const look = { zone, format: 'csv' } as const
  const table = createTableWriter([...columns], look)
  const parts = [table.head, ...rows.map(({ head, cells }) => table.row([head, ...cells].map(fileValue))), table.tail]
  saveBlob(tableFileName(title, new Date(), look), new Blob(parts, { type: tableTypes.csv }))
}

import { createTimeWriter, lineEnd, writeHead, writeText } from '@/lib/csv/csv'
import { columnById, fieldOf, type ColumnId } from '@/lib/inspections/columns'
import type { ShownColumn } from '@/lib/inspections/model'

/** The values of the shown columns, by the ids of the columns, as the database returns them. */
export type ExportedRow = Readonly<Partial<Record<ColumnId, string | number | boolean | null>>>

const resultWords: Readonly<Record<string, string>> = {
  failed: 'Failed',
  passed: 'Passed',
  'in-progress': 'In progress',
}

/** Writes one column of a row as a cell. */
function createCellWriter(id: ColumnId, time: (instant: string | null) => string): (row: ExportedRow) => string {
  const { kind } = fieldOf(id)
  return ({ [id]: value = null }) => {
    if (value === null) return ''
    // A number stays a number, including negative ones, because no person typed it.
    if (typeof value === 'number') return String(value)
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (kind === 'time') return time(value)
    return writeText(kind === 'result' ? (resultWords[value] ?? value) : value)
  }
}

export interface CsvWriter {
  /** Byte order mark, by which Excel recognizes UTF-8, and the headers. */
  head: string
  rows: (rows: readonly ExportedRow[]) => string
}

/** Writes rows as CSV with these columns in this order, with times in `zone`. */
export function createCsvWriter(shown: readonly ShownColumn[], zone: string): CsvWriter {
  const time = createTimeWriter(zone)
  const writers = shown.map(({ id }) => createCellWriter(id, time))
  return {
    head: writeHead(shown.map(({ id }) => columnById(id).label)),
    rows: (rows) => {
      let text = ''
      for (const row of rows) text += writers.map((write) => write(row)).join(',') + lineEnd
      return text
    },
  }
}

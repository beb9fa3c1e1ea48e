import { createTimeWriter, lineEnd, writeHead, writeText, writeYesOrNo } from '@/lib/csv/csv'
import { type ColumnId, fieldOf } from '@/lib/inspections/columns'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderText, serverText } from '@/lib/server-text'
import type { ShownColumn } from '@/lib/inspections/model'

/** The values of the shown columns, by the ids of the columns, as the database returns them. */
export type ExportedRow = Readonly<Partial<Record<ColumnId, string | number | boolean | null>>>

const resultTexts: Readonly<Record<string, string>> = {
  failed: serverText('files.values.failed'),
  passed: serverText('files.values.passed'),
  'in-progress': serverText('files.values.inProgress'),
}

/** Writes one column of a row as a cell. */
function createCellWriter(
  id: ColumnId,
  time: (instant: string | null) => string,
  language: PageLanguage,
): (row: ExportedRow) => string {
  const { kind } = fieldOf(id)
  return ({ [id]: value = null }) => {
    if (value === null) return ''
    // A number stays a number, including negative ones, because no person typed it.
    if (typeof value === 'number') return String(value)
    if (typeof value === 'boolean') return writeYesOrNo(value, language)
    if (kind === 'time') return time(value)
    return writeText(kind === 'result' ? renderText(resultTexts[value] ?? value, language) : value)
  }
}

export interface CsvWriter {
  /** Byte order mark, by which Excel recognizes UTF-8, and the headers. */
  head: string
  rows: (rows: readonly ExportedRow[]) => string
}

/** Writes rows as CSV with these columns in this order, times as clocks in `zone` show them. */
export function createCsvWriter(shown: readonly ShownColumn[], zone: string, language: PageLanguage = 'en'): CsvWriter {
  const time = createTimeWriter(zone)
  const writers = shown.map(({ id }) => createCellWriter(id, time, language))
  return {
    head: writeHead(shown.map(({ id }) => renderText(serverText(`files.columns.${id}`), language))),
    rows: (rows) => {
      let text = ''
      for (const row of rows) text += writers.map((write) => write(row)).join(',') + lineEnd
      return text
    },
  }
}

import { createTimeWriter, lineEnd, writeHead, writeText } from './csv'
import type { TableFormat } from './formats'
import { createSheetWriter, type SheetCell } from './xlsx'

/** The name of a file, with the current day in `zone`: `assets-2026-11-20.csv`. */
export function tableFileName(
  list: string,
  now: Date,
  { zone, format }: { zone: string; format: TableFormat },
): string {
  return `${list}-${createTimeWriter(zone)(now.toISOString()).slice(0, 10)}.${format}`
}

export interface TableWriter {
  head: string
  row: (cells: readonly SheetCell[]) => string
  /** What follows the last row. */
  tail: string
}

/**
 * Writes a table with these headings. Times are local times of `zone` (IANA). CSV begins with a byte order mark, by
 * which Excel recognizes UTF-8. For Excel, the result is the XML of the sheet, which `createWorkbook` packs.
 */
export function createTableWriter(
  headings: readonly string[],
  { zone, format }: { zone: string; format: TableFormat },
): TableWriter {
  const time = createTimeWriter(zone)
  if (format === 'xlsx') {
    const sheet = createSheetWriter(time)
    return { head: sheet.head(headings), row: sheet.row, tail: sheet.tail }
  }
  const write = (cell: SheetCell) => {
    if (cell === null || typeof cell === 'string') return writeText(cell)
    // A number stays a number, including negative ones, because no person typed it.
    return typeof cell === 'number' ? String(cell) : time(cell.time)
  }
  return { head: writeHead(headings), row: (cells) => cells.map(write).join(',') + lineEnd, tail: '' }
}

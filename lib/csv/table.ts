import { createTimeWriter, lineEnd, writeHead, writeText } from './csv'
import type { TableFormat } from './formats'
import { createSheetWriter, type SheetCell } from './xlsx'

/** The name of a file: `assets-2026-11-20.csv`, with the day as it is in `zone`. */
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
 * Writes a table with these headings, times as clocks in `zone` (IANA) show them. For CSV: a byte order mark, by which Excel
 * recognizes UTF-8, the headings and the lines. For Excel: the XML of the sheet, which `createWorkbook` packs.
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

import { createTimeWriter, lineEnd, writeHead, writeText } from '@/lib/csv/csv'
import { createSheetWriter, type SheetCell } from '@/lib/csv/xlsx'
import { columnById, fieldOf, type ColumnId } from '@/lib/inspections/columns'
import type { ShownColumn } from '@/lib/inspections/model'

/** The values of the shown columns, by the ids of the columns, as the database gives them. */
export type ExportedRow = Readonly<Partial<Record<ColumnId, string | number | boolean | null>>>

const resultWords: Readonly<Record<string, string>> = {
  failed: 'Failed',
  passed: 'Passed',
  'in-progress': 'In progress',
}

/** The value of one column of a row. */
function createCellReader(id: ColumnId): (row: ExportedRow) => SheetCell {
  const { kind } = fieldOf(id)
  return ({ [id]: value = null }) => {
    // A number stays a number, negative ones too: it is no text of anybody's.
    if (value === null || typeof value === 'number') return value
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (kind === 'time') return { time: value }
    return kind === 'result' ? (resultWords[value] ?? value) : value
  }
}

/** Columns behind the shown ones: the id of each inspection, and the address of its page under `origin`. */
function listLinkColumns(shown: readonly ShownColumn[], origin: string) {
  return [
    ...(shown.some(({ id }) => id === 'id') ? [] : [{ label: columnById('id').label, read: createCellReader('id') }]),
    {
      label: 'Link',
      read: ({ id }: ExportedRow): SheetCell =>
        typeof id === 'string' ? `${origin}/inspections/${encodeURIComponent(id)}` : null,
    },
  ]
}

export interface RowsWriter {
  head: string
  rows: (rows: readonly ExportedRow[]) => string
  /** What follows the last row. */
  tail: string
}

/**
 * Writes rows with these columns in this order, times as clocks in `zone` show them. For CSV a byte order mark, by which
 * Excel knows UTF-8, the headings and the lines; for a workbook the XML of its sheet.
 */
export function createRowsWriter(
  shown: readonly ShownColumn[],
  { zone, format = 'csv', linkOrigin = null }: { zone: string; format?: 'csv' | 'xlsx'; linkOrigin?: string | null },
): RowsWriter {
  const columns = [
    ...shown.map(({ id }) => ({ label: columnById(id).label, read: createCellReader(id) })),
    ...(linkOrigin === null ? [] : listLinkColumns(shown, linkOrigin)),
  ]
  const headings = columns.map(({ label }) => label)
  const time = createTimeWriter(zone)
  if (format === 'xlsx') {
    const sheet = createSheetWriter(time)
    return {
      head: sheet.head(headings),
      rows: (rows) => rows.map((row) => sheet.row(columns.map(({ read }) => read(row)))).join(''),
      tail: sheet.tail,
    }
  }
  const write = (cell: SheetCell) => {
    if (cell === null || typeof cell === 'string') return writeText(cell)
    return typeof cell === 'number' ? String(cell) : time(cell.time)
  }
  return {
    head: writeHead(headings),
    rows: (rows) => {
      let text = ''
      for (const row of rows) text += columns.map(({ read }) => write(read(row))).join(',') + lineEnd
      return text
    },
    tail: '',
  }
}

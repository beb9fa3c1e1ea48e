import { createTextStream, type SinkOptions } from './stream'
import type { TableFormat } from './formats'
import { createTableWriter } from './table'
import { createWorkbook, type SheetCell } from './xlsx'

/** A column of a file: its heading, and how to read its value from a row. */
export interface FileColumn<Row> {
  label: string
  value: (row: Row) => SheetCell
}

/**
 * Streams a list as CSV or Excel, page by page, so that a hundred thousand rows are never in memory at once. Times are
 * local times of `zone` (IANA). The stream fails with the error of a page that cannot be read.
 */
export function streamPages<Row>(
  columns: ReadonlyArray<FileColumn<Row>>,
  look: { zone: string; format: TableFormat },
  readPage: (after: string | undefined) => Promise<{ rows: readonly Row[]; after: string | null }>,
  options: SinkOptions = {},
): ReadableStream<Uint8Array> {
  const table = createTableWriter(
    columns.map(({ label }) => label),
    look,
  )
  const body = createTextStream(async ({ write, signal }) => {
    await write(table.head)
    for (let after: string | undefined; ;) {
      signal.throwIfAborted()
      const page = await readPage(after)
      if (page.rows.length > 0)
        await write(page.rows.map((row) => table.row(columns.map(({ value }) => value(row)))).join(''))
      if (page.after === null) break
      ;({ after } = page)
    }
    if (table.tail !== '') await write(table.tail)
  }, options)
  return look.format === 'xlsx' ? createWorkbook(body) : body
}

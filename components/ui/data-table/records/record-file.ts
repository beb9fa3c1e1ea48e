import { type TableFormat, tableTypes } from '@/lib/csv/formats'
import { createTableWriter, tableFileName } from '@/lib/csv/table'
import { createWorkbook } from '@/lib/csv/xlsx'
import { saveBlob } from '@/lib/browser/save-file'
import type { RecordColumn } from './record-types'

type Field<Row> = Pick<RecordColumn<Row>, 'label' | 'value'>

/** The rows of a list with these columns, in this order, as a file. Times are local times in `zone`. */
export async function writeRecords<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Field<Row>>,
  { zone, format }: { zone: string; format: TableFormat },
): Promise<Blob> {
  const table = createTableWriter(
    columns.map(({ label }) => label),
    { zone, format },
  )
  const parts = [table.head, ...rows.map((row) => table.row(columns.map(({ value }) => value(row)))), table.tail]
  const type = tableTypes[format]
  if (format === 'csv') return new Blob(parts, { type })
  return new Response(createWorkbook(new Blob(parts).stream()), { headers: { 'content-type': type } }).blob()
}

/** Saves the rows as a download. `name` is the name of the list. */
export async function saveRecords<Row>(
  name: string,
  rows: readonly Row[],
  columns: ReadonlyArray<Field<Row>>,
  look: { zone: string; format: TableFormat },
): Promise<void> {
  saveBlob(tableFileName(name, new Date(), look), await writeRecords(rows, columns, look))
}

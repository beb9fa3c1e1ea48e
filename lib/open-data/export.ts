import 'server-only'
import { createTextStream, type SinkOptions } from '@/lib/csv/stream'
import { createTableWriter } from '@/lib/csv/table'
import { createWorkbook, sheetRowsMax } from '@/lib/csv/xlsx'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import type { Permission } from '@/lib/access/permissions'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { type OpenPage, pageAnswers, pageInspections, type Within } from './inspections-export'
import { pageAssets, pageUsers } from './lists-export'
import { answerColumns, assetColumns, inspectionColumns, type OpenFormat, type OpenTable, userColumns } from './schema'

/** The permission for each table: the same as for the list on the screens. */
export const openPermissions: Readonly<Record<OpenTable, Permission>> = {
  inspections: 'inspections:read',
  answers: 'inspections:read',
  assets: 'assets:read',
  users: 'user-jobs:read',
}

export const openTypes: Readonly<Record<OpenFormat, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

interface Around {
  signal: AbortSignal
  origin: string
  exportedAt: string
  within?: Within | undefined
}

const tables: Readonly<
  Record<
    OpenTable,
    {
      columns: readonly string[]
      page: (db: Queryable, after: string | undefined, around: Around) => Promise<OpenPage>
    }
  >
> = {
  inspections: { columns: inspectionColumns, page: pageInspections },
  answers: { columns: answerColumns, page: pageAnswers },
  assets: { columns: assetColumns, page: pageAssets },
  users: { columns: userColumns, page: pageUsers },
}

/**
 * The maximum number of rows in an Excel sheet, without headings. The cursor of the last row leads to the next file.
 */
const workbookRowsMax = sheetRowsMax - 1

interface OpenRequest {
  table: OpenTable
  format: OpenFormat
  after?: string | undefined
  /** The origin of this console, for links. */
  origin: string
  /** Limits inspections and answers to some inspections. */
  within?: Within | undefined
}

interface OpenOptions extends SinkOptions {
  db?: Database
  rowsMax?: number
  /** Receives how many rows were written since its last call. */
  onRows?: (count: number) => void
  /** Fails when an Excel file cannot hold all rows. Used when nobody reads the cursor to continue in another file. */
  isWhole?: boolean
}

/**
 * Streams a table, page by page, whatever its size. Each row has a `cursor`, so that an interrupted stream can continue
 * after the last row that arrived. Column names are stable, and times are in UTC. Booleans are `true` and `false` in
 * every format.
 * @throws AppError invalid, naming `after`, before the first byte; with `isWhole` also during the stream
 */
export async function streamOpenData(
  { table, format, after, origin, within }: OpenRequest,
  { db: given, rowsMax = workbookRowsMax, onRows, isWhole = false, ...options }: OpenOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const db = given ?? (await database())
  const { columns, page } = tables[table]
  const exportedAt = new Date().toISOString()
  const around = { origin, exportedAt, within }
  const first = await page(db, after, { signal: options.signal ?? new AbortController().signal, ...around })
  const names = [...columns, 'cursor']
  const writer = format === 'jsonl' ? null : createTableWriter(names, { zone: 'UTC', format })
  const body = createTextStream(async ({ write, signal }) => {
    if (writer !== null) await write(writer.head)
    let left = format === 'xlsx' ? rowsMax : Number.POSITIVE_INFINITY
    for (let at = first; ; at = await page(db, at.after, { signal, ...around })) {
      const rows = at.rows.slice(0, left)
      left -= rows.length
      onRows?.(rows.length)
      if (rows.length > 0)
        await write(
          rows
            .map(({ cells, cursor }) => {
              const whole: Record<string, string | number | boolean | null> = { ...cells, cursor }
              if (writer === null) return `${JSON.stringify(whole)}\n`
              return writer.row(
                names.map((name) => {
                  const value = whole[name] ?? null
                  return typeof value === 'boolean' ? String(value) : value
                }),
              )
            })
            .join(''),
        )
      if (isWhole && (rows.length < at.rows.length || (left === 0 && at.after !== null)))
        throw new AppError('invalid', serverText('inspections.workbookTooLong', { max: rowsMax }))
      if (at.after === null || left === 0) break
    }
    if (writer !== null && writer.tail !== '') await write(writer.tail)
  }, options)
  return format === 'xlsx' ? createWorkbook(body) : body
}

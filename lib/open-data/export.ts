import 'server-only'
import { createTextStream, type SinkOptions } from '@/lib/csv/stream'
import { createTableWriter } from '@/lib/csv/table'
import { createWorkbook, sheetRowsMax } from '@/lib/csv/xlsx'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import type { Permission } from '@/lib/access/permissions'
import { type OpenPage, pageAnswers, pageInspections } from './inspections-export'
import { pageAssets, pageUsers } from './lists-export'
import { answerColumns, assetColumns, inspectionColumns, type OpenFormat, type OpenTable, userColumns } from './schema'

/** The permission for each table: that of the list that people see. */
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

/** Rows of an Excel sheet below its headings. The cursor of the last one leads to the next file. */
const workbookRowsMax = sheetRowsMax - 1

interface OpenRequest {
  table: OpenTable
  format: OpenFormat
  after?: string | undefined
  /** Of this console, for links. */
  origin: string
}

/**
 * Streams a table, page by page, whatever its size. Each row has a `cursor`: a stream that broke off continues after the last
 * row that arrived. Names of columns are stable, and times are UTC. Booleans are `true` and `false` in every format.
 * @throws AppError invalid, naming `after`, before the first byte
 */
export async function streamOpenData(
  { table, format, after, origin }: OpenRequest,
  { db: given, rowsMax = workbookRowsMax, ...options }: SinkOptions & { db?: Database; rowsMax?: number } = {},
): Promise<ReadableStream<Uint8Array>> {
  const db = given ?? (await database())
  const { columns, page } = tables[table]
  const exportedAt = new Date().toISOString()
  const first = await page(db, after, { signal: options.signal ?? new AbortController().signal, origin, exportedAt })
  const names = [...columns, 'cursor']
  const writer = format === 'jsonl' ? null : createTableWriter(names, { zone: 'UTC', format })
  const body = createTextStream(async ({ write, signal }) => {
    if (writer !== null) await write(writer.head)
    let left = format === 'xlsx' ? rowsMax : Number.POSITIVE_INFINITY
    for (let at = first; ; at = await page(db, at.after, { signal, origin, exportedAt })) {
      const rows = at.rows.slice(0, left)
      left -= rows.length
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
      if (at.after === null || left === 0) break
    }
    if (writer !== null && writer.tail !== '') await write(writer.tail)
  }, options)
  return format === 'xlsx' ? createWorkbook(body) : body
}

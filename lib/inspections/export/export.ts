import 'server-only'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { createTextStream, type Sink, type SinkOptions } from '@/lib/csv/stream'
import { createWorkbook, sheetRowsMax } from '@/lib/csv/xlsx'
import { exportedColumns, sortColumns } from '@/lib/inspections/columns-sql'
import type { FacetName } from '@/lib/inspections/columns'
import { listFileGroups } from './export-groups'
import { createRowsWriter, type ExportedRow } from './export-rows'
import { readFilter, type Sort } from '@/lib/inspections/filter/filter'
import { Values } from '@/lib/db/values'
import { findIds, listConditions, writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import type { ShownColumn } from '@/lib/inspections/model'
import { readOrderNames, writeNamed } from '@/lib/inspections/list/names'
import { listParts, type OrderPart } from '@/lib/inspections/list/order'
import type { TableFormat } from '@/lib/csv/formats'
import type { ExportSelection } from '@/lib/inspections/export-schema'
import type { ListParams } from '@/lib/inspections/schema'
import { countAll } from '@/lib/inspections/list/totals'
import type { PageLanguage } from '@/lib/messages/languages'
import { serverText } from '@/lib/server-text'

export interface ExportRequest {
  params: ListParams
  columns: readonly ShownColumn[]
  /** IANA time zone of the times. */
  zone: string
  /** Language of headings and values; English by default. */
  language?: PageLanguage
  /** Rows are written group by group, as the list shows them. */
  groupBy?: FacetName | null | undefined
  /** Rows by id, regardless of the filter, or all matching rows except some. By default all matching rows. */
  selection?: ExportSelection | undefined
  format?: TableFormat
  /**
   * The origin of this console, which adds ids and links after the shown columns. By default only the shown columns.
   */
  linkOrigin?: string | null
}

export interface Export {
  /** The number of rows in the complete file. */
  total: number
  body: ReadableStream<Uint8Array>
}

export interface ExportOptions extends SinkOptions {
  db?: Database
  /** The current time, for relative ranges. */
  nowMs?: number
}

/** Maximum number of rows in an Excel file, without the header row. */
export const workbookRowsMax = sheetRowsMax - 1

/** Limits concurrent exports. Each uses a connection until its reader is done; people and the sync need the others. */
const exportsMax = 2
const fetchRows = 1_000
const statementTimeoutMs = 120_000

const running = () => processWide('inspection-exports', () => ({ count: 0 }))

/** The number of exports that run in this process. */
export function countExports(): number {
  return running().count
}

/**
 * Streams inspections as CSV or Excel in constant memory. It reads one snapshot of the database, so concurrent changes
 * do not matter. The export ends when the reader leaves. It fails without a retry if the connection is lost.
 * @throws AppError throttled if two exports are running; invalid, naming the parameter; unavailable
 */
export async function exportInspections(request: ExportRequest, options: ExportOptions = {}): Promise<Export> {
  const { groupBy } = request
  const { filter, sort } = readFilter(request.params, options.nowMs ?? Date.now())
  const db = options.db ?? (await database())
  const slots = running()
  if (slots.count >= exportsMax)
    throw new AppError('throttled', serverText('inspections.exportsRunning', { max: exportsMax }), {
      details: { retryAfterSeconds: 10 },
    })
  slots.count += 1
  return await new Promise<Export>((resolve, reject) => {
    let total: number | null = null
    const read = (sink: Sink) =>
      db.transaction(async (tx) => {
        // The database retries a transaction that lost its connection. After the first byte, this would duplicate rows.
        if (total !== null) throw new AppError('unavailable', serverText('inspections.exportCutOff'))
        await begin(tx)
        const listed = listConditions(filter, await findIds(tx, filter))
        const conditions = selectRows(request, listed)
        const count = await countAll(tx, conditions)
        if (request.format === 'xlsx' && count > workbookRowsMax)
          throw new AppError('invalid', serverText('inspections.workbookTooLong', { max: workbookRowsMax }))
        total = count
        resolve({ total, body: request.format === 'xlsx' ? createWorkbook(body) : body })
        const groups = groupBy == null ? [[]] : await listFileGroups(tx, groupBy, { listed, exported: conditions })
        await writeRows(tx, sink, { groups: groups.map((group) => conditions.concat(group)), sort }, request)
      })
    const body = createTextStream(async (sink) => {
      try {
        await read(sink)
      } catch (error) {
        reject(error)
        throw error
      } finally {
        slots.count -= 1
      }
    }, options)
  })
}

async function begin(tx: Queryable): Promise<void> {
  await tx.query(
    `set transaction isolation level repeatable read, read only;
     set local jit = off;
     set local statement_timeout = ${statementTimeoutMs};
     set local idle_in_transaction_session_timeout = 0`,
  )
}

const plain = (write: Condition['write']): Condition => ({ dimension: null, write })

/** The conditions of the exported rows of a list. */
function selectRows({ selection }: ExportRequest, listed: readonly Condition[]): readonly Condition[] {
  // Rows that a person selected are exported even if they have changed and no longer match the filter.
  if (selection?.kind === 'ids') return [plain((values) => `audit_id = any(${values.add(selection.ids, 'text[]')})`)]
  if (selection === undefined || selection.except.length === 0) return listed
  return [...listed, plain((values) => `audit_id <> all(${values.add(selection.except, 'text[]')})`)]
}

/** SQL: the rows of a part after `from`, with their order. */
function writeSource(sort: Sort, part: OrderPart, conditions: readonly Condition[], values: Values): string {
  const where = `where ${writeWhere(conditions, values)} and ${part.write(values)}`
  if (part.names === undefined) return `inspections ${where} order by ${part.order}`
  return `${writeNamed(part.names, values)}
    join inspections on ${sortColumns[sort.name].column} = named.name ${where} order by named.place, ${part.order}`
}

/** Writes rows in the order of the list. Each part of the order of a group has its own database cursor. */
async function writeRows(
  tx: Queryable,
  sink: Sink,
  { groups, sort }: { groups: ReadonlyArray<readonly Condition[]>; sort: Sort },
  { columns, zone, language, format = 'csv', linkOrigin = null }: ExportRequest,
): Promise<void> {
  const file = createRowsWriter(columns, { zone, language, format, linkOrigin })
  await sink.write(file.head)
  const ids = columns.map(({ id }) => id)
  const selected = exportedColumns(linkOrigin === null || ids.includes('id') ? ids : [...ids, 'id'])
  const parts = listParts(sort, await readOrderNames(tx, sort))
  for (const { conditions, part } of groups.flatMap((own) => parts.map((each) => ({ conditions: own, part: each })))) {
    const values = new Values()
    await tx.query(
      `declare exported no scroll cursor for select ${selected} from ${writeSource(sort, part, conditions, values)}`,
      values.list,
    )
    for (;;) {
      sink.signal.throwIfAborted()
      const { rows } = await tx.query<ExportedRow>(`fetch ${fetchRows} from exported`)
      if (rows.length > 0) await sink.write(file.rows(rows))
      if (rows.length < fetchRows) break
    }
    await tx.query('close exported')
  }
  if (file.tail !== '') await sink.write(file.tail)
}

import { addressOf } from '@/lib/base-path'
import { ApiError, writeQuery } from '@/lib/browser/api'
import { saveBlob } from '@/lib/browser/save-file'
import { type TableFormat, tableTypes } from '@/lib/csv/formats'
import type { FacetName } from '@/lib/inspections/columns'
import { writeColumns, type ShownColumn } from '@/lib/inspections/model'
import type { ListParams } from '@/lib/inspections/schema'
import { exportTotalHeader } from '@/lib/inspections/params-model'
import type { Translator } from '@/lib/messages/translator'
import type { AuditId } from '@/lib/ids'
import type { Selection } from '@/components/ui/data-table/selection/selection'

/** Writes the errors of an export, which can end on any page. */
export type ExportTexts = Translator<'shell.listExport'>

export interface ExportOrder {
  params: ListParams
  columns: readonly ShownColumn[]
  /** The column by whose values the list is grouped. */
  group: FacetName | null
  /** Null: all matching inspections. */
  selection: Selection<AuditId> | null
  /** Time zone of the times in the file. */
  zone: string
  /** Name of the view; part of the file name. */
  viewName: string | null
  fileName: string
  format: TableFormat
  /** Adds the id and the link of each inspection after the shown columns. */
  hasLinks: boolean
}

/** Receives the file while it is downloaded. */
export interface FileSink {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  close: () => Promise<void>
  /** Discards what was written. */
  abort: () => Promise<void>
}

/** The columns parameter. Default columns are included, because the server does not know the choice of the person. */
function writeShown(columns: readonly ShownColumn[]): string {
  return writeColumns(columns) ?? columns.map(({ id }) => id).join(',')
}

async function ask(
  { params, columns, group, selection, zone, viewName, format, hasLinks }: ExportOrder,
  signal: AbortSignal,
): Promise<Response> {
  const display = {
    columns: writeShown(columns),
    groupBy: group,
    zone,
    name: viewName,
    format,
    links: String(hasLinks),
  }
  const address = addressOf('/api/inspections/export')
  const shared = { credentials: 'same-origin', cache: 'no-store', redirect: 'error', signal } as const
  const accept = `${format === 'csv' ? 'text/csv' : tableTypes.xlsx}, application/problem+json`
  if (selection === null)
    return fetch(address + writeQuery({ ...params, ...display }), { ...shared, headers: { accept } })
  return fetch(address, {
    ...shared,
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', 'x-requested-with': 'sightline' },
    body: JSON.stringify({
      columns: display.columns,
      ...(group === null ? {} : { groupBy: group }),
      zone: [zone],
      ...(viewName === null ? {} : { name: viewName }),
      format,
      links: display.links,
      params,
      selection,
    }),
  })
}

async function readProblem(response: Response, t: ExportTexts): Promise<ApiError> {
  const problem = (await response.json().catch(() => null)) as Record<string, unknown> | null
  const text = (name: string) => (typeof problem?.[name] === 'string' ? problem[name] : null)
  const wait = problem?.['retryAfterSeconds']
  return new ApiError(
    response.status,
    (text('code') as ApiError['code'] | null) ?? 'unreadable',
    text('detail') ?? t('problem.status', { status: String(response.status) }),
    { requestId: text('requestId'), retryAfterSeconds: typeof wait === 'number' ? wait : null },
  )
}

const quote = 0x22
const lineFeed = 0x0a

/** Counts the lines of a CSV that comes in pieces; a line break inside quotes does not end a line. */
export function createLineCounter(): (piece: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (piece) => {
    for (const byte of piece)
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineFeed && !isQuoted) lines += 1
    return lines
  }
}

/**
 * Downloads an export into `sink` and reports the number of rows so far. An incomplete file is discarded.
 * @throws ApiError with a message for the person; an abort is thrown as it is
 */
export async function download(
  order: ExportOrder,
  sink: FileSink,
  options: {
    signal: AbortSignal
    /** Null: the rows of a packed file cannot be counted on their way. */
    onProgress: (rows: number | null, total: number) => void
    t: ExportTexts
  },
): Promise<number> {
  const { signal, onProgress, t } = options
  const cutOff = t('problem.cutOff')
  try {
    const response = await ask(order, signal)
    if (!response.ok) throw await readProblem(response, t)
    const total = Number(response.headers.get(exportTotalHeader))
    const count = order.format === 'csv' ? createLineCounter() : null
    let rows = count === null ? total : 0
    const reader = response.body?.getReader()
    if (reader === undefined) throw new ApiError(response.status, 'unreadable', cutOff)
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      // The first line has the headers.
      if (count !== null) rows = Math.max(0, count(value) - 1)
      await sink.write(value)
      onProgress(count === null ? null : rows, total)
    }
    if (rows !== total) throw new ApiError(response.status, 'unreadable', cutOff)
    await sink.close()
    return rows
  } catch (error) {
    await sink.abort().catch(() => {
      // It was already closed.
    })
    if (error instanceof ApiError || signal.aborted) throw error
    // A broken stream and an unreachable server look the same: a TypeError without details.
    throw new ApiError(
      0,
      'offline',
      error instanceof DOMException ? t(isFull(error) ? 'problem.noSpace' : 'problem.notWritten') : cutOff,
    )
  }
}

const isFull = (error: DOMException) => error.name === 'QuotaExceededError'

const fileTypes: Readonly<Record<TableFormat, object>> = {
  csv: { description: 'CSV', accept: { 'text/csv': ['.csv'] } },
  xlsx: { description: 'Excel', accept: { [tableTypes.xlsx]: ['.xlsx'] } },
}

interface Picker {
  showSaveFilePicker?: (options: object) => Promise<{ createWritable: () => Promise<FileSystemWritableFileStream> }>
}

/**
 * Asks where to save the file. A browser that cannot ask saves it with its downloads at the end. Must be called while the
 * click is being handled. Null: the person canceled.
 */
export async function openSink(fileName: string, format: TableFormat): Promise<FileSink | null> {
  const { showSaveFilePicker } = window as Picker
  if (showSaveFilePicker !== undefined) {
    try {
      const handle = await showSaveFilePicker({
        suggestedName: fileName,
        types: [fileTypes[format]],
      })
      const file = await handle.createWritable()
      return { write: (bytes) => file.write(bytes), close: () => file.close(), abort: () => file.abort() }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null
      // Forbidden by a frame or a policy: continue like a browser that cannot ask.
    }
  }
  let parts: Array<Uint8Array<ArrayBuffer>> = []
  return {
    write: (bytes) => {
      parts.push(bytes)
      return Promise.resolve()
    },
    close: () => {
      saveBlob(fileName, new Blob(parts, { type: tableTypes[format] }))
      parts = []
      return Promise.resolve()
    },
    abort: () => {
      parts = []
      return Promise.resolve()
    },
  }
}

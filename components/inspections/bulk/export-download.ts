import { ApiError, writeQuery } from '@/lib/browser/api'
import { saveBlob } from '@/lib/browser/save-file'
import { writeColumns, type ShownColumn } from '@/lib/inspections/model'
import { exportTotalHeader, type ListParams } from '@/lib/inspections/schema'
import type { Selection } from '@/components/inspections/selection/selection'

export interface ExportOrder {
  params: ListParams
  columns: readonly ShownColumn[]
  /** Null: all that match. */
  selection: Selection | null
  /** Zone of the times in the file. */
  zone: string
  /** What the list is called. */
  viewName: string | null
  fileName: string
}

/** Where the file goes while it is read. */
export interface FileSink {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  close: () => Promise<void>
  /** Leaves nothing half behind. */
  abort: () => Promise<void>
}

/** Columns as the server reads them; it has no memory of what a person is used to. */
function writeShown(columns: readonly ShownColumn[]): string {
  return writeColumns(columns) ?? columns.map(({ id }) => id).join(',')
}

async function ask(
  { params, columns, selection, zone, viewName }: ExportOrder,
  signal: AbortSignal,
): Promise<Response> {
  const looks = { columns: writeShown(columns), zone, name: viewName }
  const path = '/api/inspections/export'
  const shared = { credentials: 'same-origin', cache: 'no-store', redirect: 'error', signal } as const
  const accept = 'text/csv, application/problem+json'
  if (selection === null) return fetch(path + writeQuery({ ...params, ...looks }), { ...shared, headers: { accept } })
  return fetch(path, {
    ...shared,
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', 'x-requested-with': 'sightline' },
    body: JSON.stringify({
      columns: looks.columns,
      zone: [zone],
      ...(viewName === null ? {} : { name: viewName }),
      params,
      selection,
    }),
  })
}

async function readProblem(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => null)) as Record<string, unknown> | null
  const text = (name: string) => (typeof problem?.[name] === 'string' ? problem[name] : null)
  const wait = problem?.['retryAfterSeconds']
  return new ApiError(
    response.status,
    (text('code') as ApiError['code'] | null) ?? 'unreadable',
    text('detail') ?? `The console answered ${response.status}. Try again in a moment.`,
    { requestId: text('requestId'), retryAfterSeconds: typeof wait === 'number' ? wait : null },
  )
}

const quote = 0x22
const lineFeed = 0x0a

/** Counts the lines of a CSV that comes in pieces; a line break inside quotes is none. */
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

const cutOff = 'The export was cut off before its end, and nothing was kept. Try it again.'

/**
 * Reads an export into `sink`, telling how many rows have come. What ends before its end is no file: the sink is left
 * as if nothing had been.
 * @throws ApiError with a sentence for the person; an abort stays one.
 */
export async function download(
  order: ExportOrder,
  sink: FileSink,
  options: { signal: AbortSignal; onProgress: (rows: number, total: number) => void },
): Promise<number> {
  const { signal, onProgress } = options
  try {
    const response = await ask(order, signal)
    if (!response.ok) throw await readProblem(response)
    const total = Number(response.headers.get(exportTotalHeader))
    const count = createLineCounter()
    let rows = 0
    const reader = response.body?.getReader()
    if (reader === undefined) throw new ApiError(response.status, 'unreadable', cutOff)
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      // Without the heads.
      rows = Math.max(0, count(value) - 1)
      await sink.write(value)
      onProgress(rows, total)
    }
    if (rows !== total) throw new ApiError(response.status, 'unreadable', cutOff)
    await sink.close()
    return rows
  } catch (error) {
    await sink.abort().catch(() => {
      // It was closed or gone before.
    })
    if (error instanceof ApiError || signal.aborted) throw error
    // A stream that breaks off and a server that is away look the same: TypeError without more.
    throw new ApiError(0, 'offline', error instanceof DOMException ? describeDisk(error) : cutOff)
  }
}

function describeDisk(error: DOMException): string {
  return error.name === 'QuotaExceededError'
    ? 'There is not enough room for the file. Nothing was kept.'
    : 'The file could not be written. Choose another place and try again.'
}

interface Picker {
  showSaveFilePicker?: (options: object) => Promise<{ createWritable: () => Promise<FileSystemWritableFileStream> }>
}

/**
 * Asks where to keep the file; a browser that cannot ask keeps it with its downloads, at the end. Must be called while the
 * click is being handled. Null: the person has changed their mind.
 */
export async function openSink(fileName: string): Promise<FileSink | null> {
  const { showSaveFilePicker } = window as Picker
  if (showSaveFilePicker !== undefined) {
    try {
      const handle = await showSaveFilePicker({
        suggestedName: fileName,
        types: [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }],
      })
      const file = await handle.createWritable()
      return { write: (bytes) => file.write(bytes), close: () => file.close(), abort: () => file.abort() }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null
      // Not allowed here (a frame, a policy): as in a browser without it.
    }
  }
  let parts: Array<Uint8Array<ArrayBuffer>> = []
  return {
    write: (bytes) => {
      parts.push(bytes)
      return Promise.resolve()
    },
    close: () => {
      saveBlob(fileName, new Blob(parts, { type: 'text/csv;charset=utf-8' }))
      parts = []
      return Promise.resolve()
    },
    abort: () => {
      parts = []
      return Promise.resolve()
    },
  }
}

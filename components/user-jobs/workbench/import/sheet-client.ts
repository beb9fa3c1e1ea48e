import { fileBytesMax, problems } from '@/lib/user-jobs/sheet/kinds'
import { readSheetFile, type ReadOptions, type ReadProgress, type SheetReadResult } from '@/lib/user-jobs/parse/read'
import type { CellIssue } from '@/lib/user-jobs/sheet/types'
import type { ReadRequest, WorkerMessage } from './sheet-messages'

export interface SheetReadOptions extends ReadOptions {
  onProgress?: (progress: ReadProgress) => void
  /** Stops the work at once. The result is then the problem `stopped`. */
  signal?: AbortSignal
}

export interface SheetWorker {
  /** Reads a file or pasted text. Never rejects: it resolves with a problem. */
  read(source: ReadRequest['source'], options?: SheetReadOptions): Promise<SheetReadResult>
  /** Stops the current read. */
  dispose(): void
}

/** Reads sheets in a worker. Without workers it reads on the page, in slices that let the page render. */
export function createSheetWorker(): SheetWorker {
  const stops = new Set<AbortController>()
  return {
    async read(source, { signal, ...options } = {}) {
      const stop = new AbortController()
      stops.add(stop)
      const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
      try {
        if (either.aborted) return stopped()
        const result = typeof Worker === 'undefined' ? null : await readInWorker(source, options, either)
        return result ?? (await readHere(source, options, either))
      } finally {
        stops.delete(stop)
      }
    },
    dispose() {
      for (const stop of stops) stop.abort()
    },
  }
}

const stopped = (): SheetReadResult => ({ read: null, problem: problems.stopped() })

/** Reads in a worker. Resolves with null if the worker cannot be started. */
function readInWorker(
  source: ReadRequest['source'],
  { onProgress, ...options }: Omit<SheetReadOptions, 'signal'>,
  signal: AbortSignal,
): Promise<SheetReadResult | null> {
  let worker: Worker
  try {
    worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return Promise.resolve(null)
  }
  const rows: (readonly string[])[] = []
  const lines: number[] = []
  const issues: CellIssue[] = []
  let hasSpoken = false
  const result = new Promise<SheetReadResult | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      hasSpoken = true
      if (data.type === 'progress') onProgress?.(data.progress)
      else if (data.type === 'rows') {
        rows.push(...data.rows)
        lines.push(...data.lines)
      } else if (data.type === 'issues') issues.push(...data.issues)
      else if (data.type === 'problem') resolve({ read: null, problem: data.problem })
      else resolve({ read: { table: { ...data.table, rows, lines }, ...data.read, issues }, problem: null })
    })
    // Without any message, the worker has not started. After a message, it has run out of memory, and so would the
    // page.
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      resolve(hasSpoken ? { read: null, problem: problems.tooLargeInside() } : null)
    })
    worker.addEventListener('messageerror', () => resolve({ read: null, problem: problems.unreadable() }))
    signal.addEventListener('abort', () => resolve(stopped()), { once: true })
  })
  const request: ReadRequest = { source, options }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  worker.postMessage(request)
  return result.finally(() => worker.terminate())
}

async function readHere(
  source: ReadRequest['source'],
  { onProgress, ...options }: Omit<SheetReadOptions, 'signal'>,
  signal: AbortSignal,
): Promise<SheetReadResult> {
  try {
    if (source instanceof Blob && source.size > fileBytesMax)
      return { read: null, problem: problems.tooLarge(source.size) }
    const given = source instanceof Blob ? { bytes: await source.arrayBuffer() } : source
    return await readSheetFile(given, options, {
      ...(onProgress === undefined ? {} : { onProgress }),
      pause: () => letPageDraw(signal),
    })
  } catch {
    return signal.aborted ? stopped() : { read: null, problem: problems.unreadable() }
  }
}

function letPageDraw(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      if (signal.aborted) reject(signal.reason as Error)
      else resolve()
    }, 0)
  })
}

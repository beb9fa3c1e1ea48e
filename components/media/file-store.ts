import { addressOf } from '@/lib/base-path'

/**
 * The bytes of files around the open one. Wanted files are loaded in the given order, and loading stops when a file is
 * no longer wanted. Loaded files stay in memory up to a number of bytes, because people go back to them.
 */
export type FileState =
  | { status: 'waiting'; received: number; total: number | null }
  | { status: 'ready'; blob: Blob; url: string }
  | { status: 'failed' }

type Fetch = (href: string, init: { signal: AbortSignal }) => Promise<Response>

const parallelMax = 4
const bytesMax = 128_000_000
const untouched: FileState = { status: 'waiting', received: 0, total: null }

export class FileStore {
  readonly #fetch: Fetch
  readonly #bytesMax: number
  /** In the order of last use, oldest first. */
  readonly #files = new Map<string, FileState>()
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  #wanted: readonly string[] = []

  constructor(options: { fetch?: Fetch; bytesMax?: number } = {}) {
    this.#fetch = options.fetch ?? ((href, init) => fetch(addressOf(href), init))
    this.#bytesMax = options.bytesMax ?? bytesMax
  }

  /** Replaces the wanted files, the most urgent first. */
  want(hrefs: readonly string[]): void {
    this.#wanted = hrefs
    for (const [href, stop] of this.#running) if (!hrefs.includes(href)) stop.abort()
    // The most urgent file is removed last.
    for (const href of hrefs.toReversed()) this.#touch(href)
    this.#start()
  }

  read(href: string | null): FileState {
    return href === null ? untouched : (this.#files.get(href) ?? untouched)
  }

  /** Drops the result of a file, so that it is loaded again. */
  retry(href: string): void {
    const file = this.#files.get(href)
    if (file?.status === 'ready') URL.revokeObjectURL(file.url)
    this.#files.delete(href)
    this.#start()
    this.#notify()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Stops all loading and frees all memory. The store can be used again. */
  clear(): void {
    this.#wanted = []
    for (const stop of this.#running.values()) stop.abort()
    this.#running.clear()
    for (const file of this.#files.values()) if (file.status === 'ready') URL.revokeObjectURL(file.url)
    this.#files.clear()
  }

  #start(): void {
    for (const href of this.#wanted) {
      if (this.#running.size >= parallelMax) return
      if (this.#running.has(href) || (this.#files.get(href)?.status ?? 'waiting') !== 'waiting') continue
      const stop = new AbortController()
      this.#running.set(href, stop)
      void this.#load(href, stop)
    }
  }

  async #load(href: string, stop: AbortController): Promise<void> {
    let next: FileState | null
    try {
      const blob = await this.#receive(href, stop.signal)
      stop.signal.throwIfAborted()
      next = { status: 'ready', blob, url: URL.createObjectURL(blob) }
    } catch {
      next = stop.signal.aborted ? null : { status: 'failed' }
    }
    // After `clear`, another load may run with the same name.
    if (this.#running.get(href) === stop) {
      this.#running.delete(href)
      if (next === null) this.#files.delete(href)
      else this.#files.set(href, next)
      this.#shrink()
      this.#start()
      this.#notify()
    }
  }

  async #receive(href: string, signal: AbortSignal): Promise<Blob> {
    const response = await this.#fetch(href, { signal })
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      throw new Error(`The console answered ${response.status}.`)
    }
    const length = Number(response.headers.get('content-length'))
    const total = length > 0 ? length : null
    const chunks: BlobPart[] = []
    let received = 0
    let reported = 0
    for (const reader = response.body.getReader(); ;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      received += value.byteLength
      // Reporting every 5% is enough for a number on screen.
      if (received - reported > Math.max(65_536, (total ?? 0) / 20) && !signal.aborted) {
        reported = received
        this.#files.set(href, { status: 'waiting', received, total })
        this.#notify()
      }
    }
    return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
  }

  #touch(href: string): void {
    const file = this.#files.get(href)
    if (file === undefined) return
    this.#files.delete(href)
    this.#files.set(href, file)
  }

  #shrink(): void {
    let bytes = 0
    for (const file of this.#files.values()) if (file.status === 'ready') bytes += file.blob.size
    for (const [href, file] of this.#files) {
      if (bytes <= this.#bytesMax) return
      if (file.status !== 'ready' || this.#wanted.includes(href)) continue
      URL.revokeObjectURL(file.url)
      this.#files.delete(href)
      bytes -= file.blob.size
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

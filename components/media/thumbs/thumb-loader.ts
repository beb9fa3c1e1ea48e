import { toBase64 } from '@/lib/browser/base64'
import { type BatchFile, batchSizes, type BatchSize, cutBatches, type ThumbFrame } from '@/lib/media/thumbs-model'
import type { readThumbBatch } from '@/lib/media/thumbs-queries'

/**
 * Where a thumbnail comes from: a data address with the picture itself; `alone`: its own address on the server; `none`:
 * the server has not stored one.
 */
export type ThumbSource = `data:${string}` | 'alone' | 'none'

/** Fewer thumbnails are requested one by one, because the browser caches those. */
const batchMin = 4
const batchesAtOnce = 2
const batchMsMax = 10_000
/** Limit for the pictures of tiles that left the screen. */
const restingCharsMax = 12_000_000
/** After this time, a picture is requested again, so that the server checks the session and permission again. */
const restingMs = 5 * 60_000

interface Entry extends BatchFile {
  key: string
  size: BatchSize
  source: ThumbSource | null
  wanted: Set<() => void>
  /** When its last tile left the screen. */
  restsSince: number
}

/**
 * Loads the thumbnails of a page. Those that are wanted at the same moment are loaded with one request. The pictures
 * become data addresses, which browsers paint several times as fast as responses or blobs. Pictures stay in memory
 * while they are on screen, and the last ones for some minutes after that.
 */
export class ThumbLoader {
  readonly #read: typeof readThumbBatch
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()
  /** Pictures that are not on screen; those that left first come first. */
  readonly #resting = new Set<Entry>()
  #restingChars = 0
  #waiting: Entry[] = []
  #running = 0
  #isDue = false

  constructor(read: typeof readThumbBatch, now: () => number = Date.now) {
    this.#read = read
    this.#now = now
  }

  /** The source of a thumbnail; null while it is not known. */
  find(file: BatchFile, size: BatchSize): ThumbSource | null {
    const entry = this.#entries.get(keyOf(file, size))
    return entry === undefined || this.#isExpired(entry) ? null : entry.source
  }

  /**
   * Requests a thumbnail. Calls `onChange` when `find` knows its source. Returns a function that withdraws the request.
   */
  want(file: BatchFile, size: BatchSize, onChange: () => void): () => void {
    const key = keyOf(file, size)
    this.#trim()
    let entry = this.#entries.get(key)
    if (entry === undefined) {
      entry = {
        key,
        auditId: file.auditId,
        mediaId: file.mediaId,
        size,
        source: null,
        wanted: new Set(),
        restsSince: 0,
      }
      this.#entries.set(key, entry)
      this.#waiting.push(entry)
      this.#schedule()
    }
    this.#rouse(entry)
    entry.wanted.add(onChange)
    const own = entry
    return () => {
      own.wanted.delete(onChange)
      if (own.wanted.size === 0) this.#rest(own)
    }
  }

  /** Characters of pictures that are not on screen. */
  get restingChars(): number {
    return this.#restingChars
  }

  #schedule(): void {
    if (this.#isDue) return
    this.#isDue = true
    // Tiles that appear together request their thumbnails in the same task.
    queueMicrotask(() => {
      this.#isDue = false
      this.#pump()
    })
  }

  #pump(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const size of batchSizes) {
      const entries = waiting.filter((entry) => entry.size === size && entry.wanted.size > 0)
      if (entries.length < batchMin) {
        for (const entry of entries) this.#settle(entry, 'alone')
        continue
      }
      for (const batch of cutBatches(entries)) {
        if (this.#running < batchesAtOnce) void this.#run(batch, size)
        else this.#waiting.push(...batch)
      }
    }
  }

  async #run(batch: readonly Entry[], size: BatchSize): Promise<void> {
    this.#running += 1
    let at = 0
    const take = (frames: readonly ThumbFrame[]) => {
      for (const frame of frames) {
        const entry = batch[at++]
        if (entry !== undefined) this.#settle(entry, sourceOf(frame))
      }
    }
    try {
      await this.#read(batch, size, take, AbortSignal.timeout(batchMsMax))
    } catch {
      // The thumbnails that are missing are requested one by one below, and each request then shows its own error.
    }
    for (const entry of batch.slice(at)) this.#settle(entry, 'alone')
    this.#running -= 1
    this.#pump()
  }

  #settle(entry: Entry, source: ThumbSource): void {
    entry.source = source
    if (entry.wanted.size === 0) this.#rest(entry)
    for (const onChange of entry.wanted) onChange()
  }

  /**
   * Called when no tile shows the thumbnail. A picture stays in memory for a while; without one, the next tile requests
   * again.
   */
  #rest(entry: Entry): void {
    if (this.#entries.get(entry.key) !== entry) return
    const { source } = entry
    if (source === null && !this.#waiting.includes(entry)) return
    if (source === null || !isPicture(source)) {
      this.#entries.delete(entry.key)
      return
    }
    entry.restsSince = this.#now()
    this.#resting.add(entry)
    this.#restingChars += source.length
    this.#trim()
  }

  #rouse(entry: Entry): void {
    if (this.#resting.delete(entry)) this.#restingChars -= entry.source?.length ?? 0
  }

  #trim(): void {
    for (const entry of this.#resting) {
      if (this.#restingChars <= restingCharsMax && !this.#isExpired(entry)) return
      this.#rouse(entry)
      this.#entries.delete(entry.key)
    }
  }

  #isExpired(entry: Entry): boolean {
    return this.#resting.has(entry) && this.#now() - entry.restsSince > restingMs
  }
}

/** Whether the source is the picture itself. */
export function isPicture(source: ThumbSource): source is `data:${string}` {
  return source.startsWith('data:')
}

function sourceOf(frame: ThumbFrame): ThumbSource {
  return typeof frame === 'string' ? frame : `data:image/webp;base64,${toBase64(frame)}`
}

const keyOf = ({ auditId, mediaId }: BatchFile, size: BatchSize) => `${auditId}/${mediaId} ${size}`

import type { AuditId, MediaId } from '@/lib/ids'
import { AppError, isAbort } from '@/lib/errors'
import type { Service } from '@/lib/service/types'
import { thumbKey, type ThumbCache } from './cache'
import type { Thumb } from './kept-thumb'
import { Flights } from './flights'
import type { ThumbSize } from '@/lib/media/model'
import { FairQueue } from './queue'
import { readSource } from './source'
import {
  decodesAtOnce,
  makeThumbnails,
  readPictureFacts,
  requirePosterFormat,
  sizesToMake,
  thumbnailLimits,
} from './thumbnail'
import { posterLimits } from '@/lib/media/values-model'
import { serverText } from '@/lib/server-text'

export interface ThumbsOptions {
  service: () => Pick<Service, 'raw'>
  cache: ThumbCache
  now?: () => number
}

export interface ThumbRequest {
  auditId: AuditId
  mediaId: MediaId
  size: ThumbSize
  /** The person whose turn in the queue the request uses. */
  owner: string
  signal: AbortSignal
  requestId: string
}

/** Maximum number of files in memory. There are more than decodes, so that decoders do not have to wait for files. */
const filesAtOnce = decodesAtOnce + 3
/** The memory of a decode grows with its pixels, so two large pictures are not decoded in parallel. */
const pixelsAtOnce = thumbnailLimits.pixelsMax / 2

const failuresMax = 5_000
/**
 * How long a failure is cached for its file. Broken files stay broken, but a device may upload a missing file later.
 */
const failureMs: Partial<Record<AppError['code'], number>> = {
  unsupported: 10 * 60_000,
  too_large: 10 * 60_000,
  not_found: 30_000,
  upstream_refused: 30_000,
  upstream_failed: 15_000,
  upstream_throttled: 5_000,
  unavailable: 5_000,
}

interface Failure {
  error: AppError
  until: number
}

/** Thumbnails from the cache, or newly created. Concurrent readers of a file share one request, in a fair queue. */
export class Thumbs {
  readonly #options: Required<ThumbsOptions>
  readonly #flights = new Flights<Map<ThumbSize, Thumb>>()
  readonly #files = new FairQueue({ capacity: filesAtOnce })
  readonly #decodes = new FairQueue({ capacity: pixelsAtOnce })
  readonly #failures = new Map<string, Failure>()

  constructor(options: ThumbsOptions) {
    this.#options = { now: Date.now, ...options }
  }

  /** Numbers of the cache. */
  get figures(): ThumbCache['figures'] {
    return this.#options.cache.figures
  }

  /** The number of requests that wait for their turn. */
  get waiting(): number {
    return this.#files.length + this.#decodes.length
  }

  /**
   * The thumbnail of a file.
   * @throws AppError unsupported or too_large if the file cannot have one; otherwise the error for the service's status
   */
  async read(request: ThumbRequest): Promise<Thumb> {
    const key = thumbKey(request.auditId, request.mediaId)
    const kept = await this.#options.cache.read(key, request.size)
    if (kept !== null) return kept
    const failure = this.#failures.get(key)
    if (failure !== undefined && failure.until > this.#options.now()) throw this.#repeatFailure(failure)
    const made = await this.#flights.join(this.#flightOf(key, request.size), request.signal, (signal) =>
      this.#make(key, { ...request, signal }),
    )
    const thumb = made.get(request.size)
    // Both kinds of flights create every size that may join them, so this cannot happen.
    if (thumb === undefined) throw new Error('the size was not made')
    return thumb
  }

  /** The thumbnail of a file if it is stored. Requests and creates nothing. */
  readKept({ auditId, mediaId, size }: Pick<ThumbRequest, 'auditId' | 'mediaId' | 'size'>): Promise<Thumb | null> {
    return this.#options.cache.read(thumbKey(auditId, mediaId), size)
  }

  /**
   * Stores thumbnails of a file from a picture that a browser created. The picture is decoded and encoded again, like
   * all others. Existing thumbnails of the file stay.
   * @returns whether the picture was used
   * @throws AppError unsupported unless it is a JPEG, PNG or WebP; too_large
   */
  async adopt(
    { auditId, mediaId, owner, signal }: Pick<ThumbRequest, 'auditId' | 'mediaId' | 'owner' | 'signal'>,
    bytes: Uint8Array,
  ): Promise<boolean> {
    const key = thumbKey(auditId, mediaId)
    if ((await this.#options.cache.read(key, 'small')) !== null) return false
    if (bytes.byteLength > posterLimits.bytesMax) throw new AppError('too_large', serverText('media.posters.tooLarge'))
    requirePosterFormat(bytes)
    const { width, height } = await readPictureFacts(bytes)
    if (Math.max(width, height) > posterLimits.sidePx)
      throw new AppError('too_large', serverText('media.posters.tooLarge'))
    const flight = `${key} poster`
    // If two pictures arrive at the same time, the first one is used.
    if (this.#flights.has(flight)) return false
    await this.#flights.join(flight, signal, (working) =>
      this.#decodes.run({ owner, weight: pixelsAtOnce / decodesAtOnce, signal: working }, async () => {
        const thumbs = new Map<ThumbSize, Thumb>()
        for (const [size, made] of await makeThumbnails(bytes, ['large', 'medium', 'small']))
          thumbs.set(size, await this.#options.cache.write(key, size, made))
        return thumbs
      }),
    )
    this.#failures.delete(key)
    return true
  }

  /** Small and medium are created together. If all sizes are being created, a request for any size joins. */
  #flightOf(key: string, size: ThumbSize): string {
    const all = `${key} large`
    return size === 'large' || this.#flights.has(all) ? all : `${key} medium`
  }

  async #make(key: string, request: ThumbRequest): Promise<Map<ThumbSize, Thumb>> {
    const { owner, signal } = request
    try {
      const made = await this.#files.run({ owner, weight: 1, signal }, async () => {
        const bytes = await readSource(this.#options.service(), request)
        const facts = await readPictureFacts(bytes)
        const weight = Math.max(facts.width * facts.height, pixelsAtOnce / decodesAtOnce)
        return this.#decodes.run({ owner, weight, signal }, () =>
          makeThumbnails(bytes, sizesToMake(request.size, facts)),
        )
      })
      const thumbs = new Map<ThumbSize, Thumb>()
      for (const [size, bytes] of made) thumbs.set(size, await this.#options.cache.write(key, size, bytes))
      this.#failures.delete(key)
      return thumbs
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.#rememberFailure(key, error)
      throw error
    }
  }

  /** The cached failure with the remaining time to wait. */
  #repeatFailure({ error, until }: Failure): AppError {
    if (error.details.retryAfterSeconds === undefined) return error
    const retryAfterSeconds = Math.ceil((until - this.#options.now()) / 1_000)
    return new AppError(error.code, error.text, { cause: error, details: { ...error.details, retryAfterSeconds } })
  }

  #rememberFailure(key: string, error: unknown): void {
    if (!(error instanceof AppError)) return
    const ms = Math.max(failureMs[error.code] ?? 0, 1_000 * (error.details.retryAfterSeconds ?? 0))
    if (ms === 0) return
    this.#failures.delete(key)
    if (this.#failures.size >= failuresMax) {
      const oldest = this.#failures.keys().next().value
      if (oldest !== undefined) this.#failures.delete(oldest)
    }
    this.#failures.set(key, { error, until: this.#options.now() + Math.min(ms, 10 * 60_000) })
  }
}

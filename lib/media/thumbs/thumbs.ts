import type { AuditId, MediaId } from '@/lib/ids'
import { AppError, isAbort } from '@/lib/errors'
import type { Service } from '@/lib/service/types'
import { thumbKey, type Thumb, type ThumbCache } from './cache'
import { Flights } from './flights'
import type { ThumbSize } from '@/lib/media/model'
import { FairQueue } from './queue'
import { readSource } from './source'
import { decodesAtOnce, makeThumbnails, readPictureFacts, sizesToMake, thumbnailLimits } from './thumbnail'

export interface ThumbsOptions {
  service: () => Pick<Service, 'raw'>
  cache: ThumbCache
  now?: () => number
}

export interface ThumbRequest {
  auditId: AuditId
  mediaId: MediaId
  size: ThumbSize
  /** The owner in the queue. */
  owner: string
  signal: AbortSignal
  requestId: string
}

/** Files in memory at once, each up to its limit; those after the first are ready for the decoders. */
const filesAtOnce = decodesAtOnce + 3
/** The memory of a decode grows with its pixels, so two large ones do not run in parallel. */
const pixelsAtOnce = thumbnailLimits.pixelsMax / 2

const failuresMax = 5_000
/** How long a failure is cached for its file. A file that cannot be decoded will stay so; a device may upload late. */
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

/** Thumbnails from the cache or newly created: each file is requested once for all readers, in a fair queue. */
export class Thumbs {
  readonly #options: Required<ThumbsOptions>
  readonly #flights = new Flights<Map<ThumbSize, Thumb>>()
  readonly #files = new FairQueue({ capacity: filesAtOnce })
  readonly #decodes = new FairQueue({ capacity: pixelsAtOnce })
  readonly #failures = new Map<string, Failure>()

  constructor(options: ThumbsOptions) {
    this.#options = { now: Date.now, ...options }
  }

  /** Of the cache. */
  get figures(): ThumbCache['figures'] {
    return this.#options.cache.figures
  }

  /** Requests that wait for their turn. */
  get waiting(): number {
    return this.#files.length + this.#decodes.length
  }

  /**
   * The thumbnail of a file.
   * @throws AppError unsupported and too_large for files without one, and the error for the service's status
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
    // The flight of the large size creates all of them; the other creates both that may be requested.
    if (thumb === undefined) throw new Error('the size was not made')
    return thumb
  }

  /** Small and medium are created together. If all are being created, this joins that flight. */
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

  /** The earlier failure, with the remaining wait. */
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

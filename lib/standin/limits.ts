import { operations, unlisted } from './operations'

/** Fixed windows of 60 s per token and bucket, as in section 8 of the interface. */
export interface RateState {
  limit: number
  remaining: number
  resetSeconds: number
  allowed: boolean
}

const windowMs = 60_000

/**
 * `table`: section 8 of the interface. `off`: its numbers are announced, but no request is refused. A number: that many
 * requests in every bucket. An object: that many in the buckets it names (`GET /audits/search`, `other`), the table for the
 * rest.
 */
export type LimitMode = 'table' | 'off' | number | Partial<Record<string, number>>

const buckets = new Set([...operations.map(({ bucket }) => bucket), unlisted.bucket])

/** @throws when it names a bucket that no operation uses, because its limit would never count */
function checkMode(mode: LimitMode): LimitMode {
  const unknown = typeof mode === 'object' ? Object.keys(mode).find((bucket) => !buckets.has(bucket)) : undefined
  if (unknown !== undefined) throw new Error(`there is no rate bucket "${unknown}"`)
  return mode
}

export class Limits {
  readonly #windows = new Map<string, { startedAt: number; used: number }>()
  #mode: LimitMode
  constructor(
    private readonly now: () => number,
    mode: LimitMode,
  ) {
    this.#mode = checkMode(mode)
  }

  /** Sets other limits from the next request on. Requests in open windows stay counted. */
  setMode(mode: LimitMode): void {
    this.#mode = checkMode(mode)
  }

  #limitOf(bucket: string, tableLimit: number): number {
    if (typeof this.#mode === 'number') return this.#mode
    return typeof this.#mode === 'object' ? (this.#mode[bucket] ?? tableLimit) : tableLimit
  }

  /**
   * Counts a request. A window opens with the first request after the last window ended. A refused request is not counted.
   */
  take(token: string, bucket: string, tableLimit: number): RateState {
    const limit = this.#limitOf(bucket, tableLimit)
    const key = `${bucket}\n${token}`
    const now = this.now()
    let window = this.#windows.get(key)
    // A clock that was set back must not lock a bucket forever.
    if (!window || now - window.startedAt >= windowMs || now < window.startedAt) {
      window = { startedAt: now, used: 0 }
      this.#windows.set(key, window)
    }
    const allowed = this.#mode === 'off' || window.used < limit
    if (allowed) window.used += 1
    const resetSeconds = Math.max(1, Math.ceil((window.startedAt + windowMs - now) / 1000))
    return { limit, remaining: Math.max(0, limit - window.used), resetSeconds, allowed }
  }

  /** Forgets all windows. */
  clear(): void {
    this.#windows.clear()
  }
}

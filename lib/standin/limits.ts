/** Fixed windows of 60 s per token and bucket, as section 8 of the interface has them. */
export interface RateState {
  limit: number
  remaining: number
  resetSeconds: number
  allowed: boolean
}

const windowMs = 60_000

export class Limits {
  readonly #windows = new Map<string, { startedAt: number; used: number }>()
  constructor(
    private readonly now: () => number,
    private readonly mode: 'table' | 'off' | Partial<Record<string, number>>,
  ) {}

  /** Counts a request. A window opens with the first request after the last one ended; a refused request costs nothing. */
  take(token: string, bucket: string, tableLimit: number): RateState {
    const limit = typeof this.mode === 'object' ? (this.mode[bucket] ?? tableLimit) : tableLimit
    const key = `${bucket}\n${token}`
    const now = this.now()
    let window = this.#windows.get(key)
    // A clock that was set back must not lock a bucket for ever.
    if (!window || now - window.startedAt >= windowMs || now < window.startedAt) {
      window = { startedAt: now, used: 0 }
      this.#windows.set(key, window)
    }
    const allowed = this.mode === 'off' || window.used < limit
    if (allowed) window.used += 1
    const resetSeconds = Math.max(1, Math.ceil((window.startedAt + windowMs - now) / 1000))
    return { limit, remaining: Math.max(0, limit - window.used), resetSeconds, allowed }
  }

  /** Forgets all windows. */
  clear(): void {
    this.#windows.clear()
  }
}

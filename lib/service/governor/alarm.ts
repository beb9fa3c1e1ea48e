import type { Clock } from '@/lib/clock'

/** Calls `onWake` at a set time. Setting another time replaces the previous one. */
export class Alarm {
  /** Infinity: never. */
  #at = Infinity
  #pending: AbortController | null = null

  constructor(
    private readonly clock: Clock,
    private readonly onWake: () => void,
  ) {}

  get at(): number {
    return this.#at
  }

  set(at: number): void {
    if (at === this.#at) return
    this.#pending?.abort()
    this.#pending = null
    this.#at = at
    if (at === Infinity) return
    const pending = new AbortController()
    this.#pending = pending
    const ring = () => {
      if (this.#pending !== pending) return
      this.#pending = null
      this.#at = Infinity
      this.onWake()
    }
    this.clock.sleep(Math.max(1, at - this.clock.now()), pending.signal).then(ring, () => {})
  }
}

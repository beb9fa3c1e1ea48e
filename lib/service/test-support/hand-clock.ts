import type { Clock } from '@/lib/clock'

interface Timer {
  at: number
  order: number
  fire(): void
  isOff: boolean
}

/**
 * A clock that only moves with `advance`. Timers fire in order, and all their effects settle before the next one fires.
 */
export class HandClock implements Clock {
  #now: number
  #order = 0
  /** A binary heap by time, then by order of creation. */
  readonly #heap: Timer[] = []

  /** `quiet` resolves when all effects of a fired timer have settled. Effects outside of the process take longer. */
  constructor(
    startMs = Date.UTC(2026, 0, 1),
    private readonly quiet: () => Promise<void> = settle,
  ) {
    this.#now = startMs
  }

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason)
        return
      }
      const onAbort = () => {
        timer.isOff = true
        reject(signal?.reason)
      }
      const timer = this.at(this.#now + ms, () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      })
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  /** Runs `fire` at an instant. */
  at(at: number, fire: () => void): Timer {
    const timer: Timer = { at: Math.max(at, this.#now), order: (this.#order += 1), fire, isOff: false }
    this.#heap.push(timer)
    this.#siftUp(this.#heap.length - 1)
    return timer
  }

  async advance(ms: number): Promise<void> {
    const target = this.#now + ms
    await this.quiet()
    for (;;) {
      const next = this.#heap[0]
      if (next === undefined || next.at > target) break
      this.#pop()
      if (next.isOff) continue
      this.#now = next.at
      next.fire()
      const after = this.#heap[0]
      // Timers of one instant fire together; then all their effects settle.
      if (after === undefined || after.at > this.#now) await this.quiet()
    }
    this.#now = target
    await this.quiet()
  }

  #pop(): void {
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return
    this.#heap[0] = last
    this.#siftDown(0)
  }

  #isBefore(a: number, b: number): boolean {
    const [one, two] = [this.#heap[a], this.#heap[b]]
    if (one === undefined || two === undefined) return one !== undefined
    return one.at < two.at || (one.at === two.at && one.order < two.order)
  }

  #swap(a: number, b: number): void {
    const [one, two] = [this.#heap[a], this.#heap[b]]
    if (one === undefined || two === undefined) return
    this.#heap[a] = two
    this.#heap[b] = one
  }

  #siftUp(start: number): void {
    for (let at = start; at > 0;) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #siftDown(start: number): void {
    for (let at = start; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (left < this.#heap.length && this.#isBefore(left, least)) least = left
      if (right < this.#heap.length && this.#isBefore(right, least)) least = right
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }
}

/** One turn of the event loop. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

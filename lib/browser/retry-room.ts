/** One try. Returns null when the work is finished, successfully or not, or the seconds to wait before another try. */
type Attempt = () => Promise<number | null>

/**
 * Where work waits that was refused for a while, such as thumbnails after a rate limit. When the wait is over, one item
 * tries alone. The others follow, a few at a time, after a try that was not refused. So two hundred thumbnails on a
 * page do not send requests at the same moment, and a limit that is still reached costs one request.
 */
export class RetryRoom {
  readonly #atOnce: number
  readonly #waiting = new Set<Attempt>()
  readonly #running = new Set<Attempt>()
  #openAt = -Infinity
  #isProven = false
  #isAsleep = false

  constructor({ atOnce = 4 }: { atOnce?: number } = {}) {
    this.#atOnce = atOnce
  }

  /**
   * Waits at least `seconds`, then tries until `attempt` is finished.
   * @returns a function that leaves the room
   */
  join(attempt: Attempt, seconds: number): () => void {
    this.#shut(seconds)
    this.#waiting.add(attempt)
    this.#pump()
    return () => {
      this.#waiting.delete(attempt)
      this.#running.delete(attempt)
    }
  }

  #shut(seconds: number): void {
    this.#openAt = Math.max(this.#openAt, Date.now() + seconds * 1_000)
    this.#isProven = false
  }

  #pump(): void {
    if (this.#isAsleep || this.#waiting.size === 0) return
    const waitMs = this.#openAt - Date.now()
    if (waitMs > 0) {
      this.#isAsleep = true
      setTimeout(() => {
        this.#isAsleep = false
        this.#pump()
      }, waitMs)
      return
    }
    const room = (this.#isProven ? this.#atOnce : 1) - this.#running.size
    for (const attempt of [...this.#waiting].slice(0, Math.max(0, room))) void this.#try(attempt)
  }

  async #try(attempt: Attempt): Promise<void> {
    this.#waiting.delete(attempt)
    this.#running.add(attempt)
    const seconds = await attempt().catch(() => null)
    const isHere = this.#running.delete(attempt)
    if (seconds === null) this.#isProven = true
    else {
      this.#shut(seconds)
      if (isHere) this.#waiting.add(attempt)
    }
    this.#pump()
  }
}

export interface FairQueueOptions {
  /** How much weight may run at once. Heavier work runs alone. */
  capacity: number
}

interface Waiting {
  weight: number
  start: () => void
}

/**
 * Runs work up to a total weight. Owners take turns, so that a person with two hundred photos does not hold up one who
 * wants one; a caller that leaves is removed at once.
 */
export class FairQueue {
  readonly #capacity: number
  /** By owner, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0

  constructor({ capacity }: FairQueueOptions) {
    this.#capacity = capacity
  }

  /** Pieces of work that wait. */
  get length(): number {
    let sum = 0
    for (const line of this.#waiting.values()) sum += line.length
    return sum
  }

  /**
   * Runs `work` when there is room for its weight.
   * @throws the signal's reason when it fires before the work began; running work is not interrupted
   */
  async run<Result>(
    { owner, weight, signal }: { owner: string; weight: number; signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const taken = Math.min(weight, this.#capacity)
    await this.#enter(owner, taken, signal)
    try {
      return await work()
    } finally {
      this.#running -= taken
      this.#startNext()
    }
  }

  #enter(owner: string, weight: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#waiting.size === 0 && this.#running + weight <= this.#capacity) {
      this.#running += weight
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#drop(owner, entry)
        reject(signal.reason as Error)
        // Work behind a heavy one may fit now.
        this.#startNext()
      }
      const entry: Waiting = {
        weight,
        start: () => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const line = this.#waiting.get(owner)
      if (line === undefined) this.#waiting.set(owner, [entry])
      else line.push(entry)
    })
  }

  #drop(owner: string, entry: Waiting): void {
    const line = this.#waiting.get(owner)
    const at = line?.indexOf(entry) ?? -1
    if (line === undefined || at < 0) return
    line.splice(at, 1)
    if (line.length === 0) this.#waiting.delete(owner)
  }

  /** The next in turn goes first, even if lighter work behind it would fit. Otherwise heavy work would never run. */
  #startNext(): void {
    for (;;) {
      const [turn] = this.#waiting
      if (turn === undefined) return
      const [owner, line] = turn
      const [entry] = line
      if (entry === undefined || this.#running + entry.weight > this.#capacity) return
      this.#running += entry.weight
      line.shift()
      this.#waiting.delete(owner)
      if (line.length > 0) this.#waiting.set(owner, line)
      entry.start()
    }
  }
}

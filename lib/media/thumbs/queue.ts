export interface FairQueueOptions {
  /** The total weight of work that may run at the same time. Heavier work runs alone. */
  capacity: number
}

interface Waiting {
  weight: number
  start: () => void
}

/**
 * Runs work up to a total weight. Owners take turns, so that a person with one photo does not wait for another person's
 * two hundred. Callers that leave are removed at once.
 */
export class FairQueue {
  readonly #capacity: number
  /** Waiting work by owner, in the order of turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0

  constructor({ capacity }: FairQueueOptions) {
    this.#capacity = capacity
  }

  /** The number of waiting pieces of work. */
  get length(): number {
    let sum = 0
    for (const line of this.#waiting.values()) sum += line.length
    return sum
  }

  /**
   * Runs `work` when there is room for its weight. Running work is not interrupted.
   * @throws the reason of the signal if it aborts before the work begins
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
        // Lighter work that waited behind this entry may fit now.
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

  /** The next entry starts first, even if lighter work behind it would fit. Otherwise heavy work might never run. */
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

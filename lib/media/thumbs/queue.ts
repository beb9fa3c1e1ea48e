export interface FairQueueOptions {
  /** How much weight may run at once. Work that weighs more than all of it runs alone. */
  capacity: number
}

interface Waiting {
  weight: number
  start: () => void
}

/**
 * Lets work run up to a weight. Owners take turns, so that a person with two hundred photos on the way does not hold up
 * one who wants one; a caller that leaves is out of the queue at once.
 */
export class FairQueue {
  readonly #capacity: number
  /** By owner, in the order in which their turns come. */
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
   * @throws the signal's reason when it fires before the work began; what has begun runs to its end
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
        // What waited behind a heavy one may fit.
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

  /** Whoever's turn it is goes first, also when something lighter behind it would fit: else a heavy one never would. */
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

interface Flight<Result> {
  result: Promise<Result>
  callers: number
  stop: AbortController
}

/**
 * Lets concurrent requests for the same work share one run. Callers may leave. When the last one has left, the work is
 * aborted.
 */
export class Flights<Result> {
  readonly #flights = new Map<string, Flight<Result>>()

  /** Whether work under this key is in progress. */
  has(key: string): boolean {
    return this.#flights.has(key)
  }

  /**
   * Joins the work under `key` or starts it.
   * @throws the reason of the signal as soon as it aborts; errors of the work
   */
  async join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    signal.throwIfAborted()
    const flight = this.#flights.get(key) ?? this.#begin(key, start)
    flight.callers += 1
    const joined = new AbortController()
    const left = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: joined.signal })
    })
    try {
      return await Promise.race([flight.result, left])
    } finally {
      joined.abort()
      flight.callers -= 1
      if (flight.callers === 0) {
        this.#end(key, flight)
        flight.stop.abort(signal.reason)
      }
    }
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const stop = new AbortController()
    const flight: Flight<Result> = { result: start(stop.signal), callers: 0, stop }
    this.#flights.set(key, flight)
    // All callers may have left before the work fails, so this handles the rejection.
    flight.result.catch(() => undefined).finally(() => this.#end(key, flight))
    return flight
  }

  #end(key: string, flight: Flight<Result>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }
}

import type { Clock } from '@/lib/clock'
import { toDeadlineError } from './errors'
import { Flight } from './governor/flight'
import type { Operation } from './operation'
import type { CallOptions } from './types'

const deadlineMsDefault = { person: 30_000, background: 120_000 } as const

/** The exchanges in progress, so that equal concurrent reads share one. */
export interface Flights<Result> {
  /**
   * Joins the flight with the same key, or starts one with `run`. Null as key: not shared.
   * @throws AppError when the caller's deadline passes; the signal's reason when the caller leaves
   */
  fly(
    key: string | null,
    operation: Operation,
    options: CallOptions,
    run: (flight: Flight<Result>) => Promise<Result>,
  ): Promise<Result>
}

/** `waitMs`: how long a bucket of the rate limit sends nothing. */
export function createFlights<Result>(clock: Clock, waitMs: (bucket: string) => number): Flights<Result> {
  const underWay = new Map<string, Flight<Result>>()
  return {
    fly: (key, operation, options, run) => {
      const { lane = operation.lane, deadlineMs = deadlineMsDefault[lane], signal } = options
      const deadlineAt = clock.now() + deadlineMs
      let flight = key === null ? undefined : underWay.get(key)
      if (flight === undefined) {
        if (signal?.aborted) return Promise.reject(signal.reason as Error)
        const created: Flight<Result> = new Flight<Result>(lane, clock, () => forget())
        const forget = () => {
          if (key !== null && underWay.get(key) === created) underWay.delete(key)
        }
        flight = created
        created.deadlineAt = deadlineAt
        if (key !== null) underWay.set(key, created)
        created.start(() => run(created).finally(forget))
      } else flight.deadlineAt = Math.max(flight.deadlineAt, deadlineAt)
      const joined = flight
      return joined.join(lane, deadlineMs, signal, () =>
        toDeadlineError(joined.phase, {
          repeatable: operation.repeatable,
          retryAfterSeconds: waitMs(operation.bucket) / 1000 || null,
        }),
      )
    },
  }
}

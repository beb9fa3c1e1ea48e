import { backOff, type Trouble } from '@/lib/background/trouble'
import type { Clock } from '@/lib/clock'
import type { HydrateQueue } from './queue'

/** How fast documents may be read after errors. */
export interface HydratePace {
  /** The service, the network or the database failed as a whole: reading pauses for a while. */
  noteGeneral(trouble: Trouble): void
  /** The service failed for one document. */
  noteFailedDocument(): void
  /** A document was read, so everything works. */
  noteSuccess(): void
  /** Milliseconds until reading may continue; 0 or less when it may. */
  pauseMs(): number
  /** How many reads may run at once: after a general failure only one, until a document arrives. */
  readsMax(): number
  /** Why the service refused the token, in words; null while it works. */
  tokenRefused(): string | null
}

export function createHydratePace(
  clock: Clock,
  queue: Pick<HydrateQueue, 'mixForAWhile'>,
  concurrency: number,
): HydratePace {
  let generalFailures = 0
  /** Documents for which the service failed since the last success. */
  let failedInARow = 0
  let pauseUntil = 0
  let tokenRefused: string | null = null

  return {
    noteGeneral: (trouble) => {
      generalFailures += 1
      pauseUntil = clock.now() + Math.max(trouble.retryAfterMs ?? 0, backOff(generalFailures, 500, 30_000))
      if (trouble.isTokenRefused) tokenRefused = trouble.text
      queue.mixForAWhile()
    },
    noteFailedDocument: () => {
      queue.mixForAWhile()
      failedInARow += 1
      // Perhaps all documents fail: reading slows down but does not stop, because it may also be one broken template.
      if (failedInARow >= concurrency)
        pauseUntil = Math.max(pauseUntil, clock.now() + backOff(failedInARow - concurrency, 500, 5_000))
    },
    noteSuccess: () => {
      generalFailures = 0
      failedInARow = 0
      tokenRefused = null
    },
    pauseMs: () => pauseUntil - clock.now(),
    readsMax: () => (generalFailures > 0 ? 1 : concurrency),
    tokenRefused: () => tokenRefused,
  }
}

import { backOff, type Trouble } from '@/lib/background/trouble'
import type { Clock } from '@/lib/clock'
import type { HydrateQueue } from './queue'

/** How fast documents may be read after trouble. */
export interface HydratePace {
  /** The service, the network or the database as a whole is in trouble: nothing is read for a while. */
  noteGeneral(trouble: Trouble): void
  /** The service failed at one document. */
  noteFailedDocument(): void
  /** A document came: all is well. */
  noteSuccess(): void
  /** Milliseconds until reading may continue; 0 or less when it may. */
  pauseMs(): number
  /** How many reads may be under way at once. After general trouble one, until a document comes. */
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
  /** Documents that the service failed at since the last one that came. */
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
      // Perhaps all of them fail: slower, yet not stopped, because it may also be one broken template.
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

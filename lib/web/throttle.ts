import { systemClock, type Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'

export interface BucketLimit {
  /** Requests that may be sent at once. */
  burst: number
  /** Requests per second after that. */
  perSecond: number
}

/**
 * Our own limits per person, far above what a page needs. They prevent a runaway script from using up the console and
 * the service's budget. Exports and media cost the service more, so their limits are smaller.
 */
export const limits = {
  general: { burst: 120, perSecond: 30 },
  media: { burst: 150, perSecond: 20 },
  /**
   * A wall shows hundreds at once. Stored thumbnails cost almost nothing, and new ones wait in a queue that is fair to
   * each person.
   */
  thumbs: { burst: 1_000, perSecond: 100 },
  /** Each poster is decoded and encoded again. */
  posters: { burst: 20, perSecond: 0.5 },
  exports: { burst: 10, perSecond: 0.2 },
  /** All requests of one API token together, in addition to the buckets of the routes. */
  tokens: { burst: 120, perSecond: 10 },
} as const satisfies Record<string, BucketLimit>
export type BucketName = keyof typeof limits

const keysMax = 20_000

/**
 * Token buckets by key. Holds at most 20,000 buckets. The one that was unused for the longest time is dropped first.
 */
export class Throttle {
  readonly #buckets = new Map<string, { tokens: number; at: number }>()
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock
  }

  /**
   * Takes `cost` tokens and returns 0 if they are available. Otherwise takes none and returns the seconds until they
   * are.
   */
  take(key: string, limit: BucketLimit, cost = 1): number {
    const now = this.#clock.now()
    let bucket = this.#buckets.get(key)
    if (bucket === undefined) {
      if (this.#buckets.size >= keysMax) {
        const oldest = this.#buckets.keys().next().value
        if (oldest !== undefined) this.#buckets.delete(oldest)
      }
      bucket = { tokens: limit.burst, at: now }
    } else {
      // Moves the bucket to the end, so that a flood of new keys cannot drop, and thereby refill, a bucket that is in
      // use.
      this.#buckets.delete(key)
      if (now > bucket.at)
        bucket.tokens = Math.min(limit.burst, bucket.tokens + ((now - bucket.at) / 1000) * limit.perSecond)
      bucket.at = now
    }
    this.#buckets.set(key, bucket)
    if (bucket.tokens < cost) return (cost - bucket.tokens) / limit.perSecond
    bucket.tokens -= cost
    return 0
  }

  /** Gives a token back, up to the burst. */
  giveBack(key: string, limit: BucketLimit): void {
    const bucket = this.#buckets.get(key)
    if (bucket !== undefined) bucket.tokens = Math.min(limit.burst, bucket.tokens + 1)
  }
}

interface Shared {
  throttle: Throttle
  limits: Record<BucketName, BucketLimit>
}

function shared(): Shared {
  return processWide('http-throttle', () => ({ throttle: new Throttle(), limits: { ...limits } }))
}

/**
 * Counts a request against the bucket of a person or a public caller. `cost`: the number of requests that it counts as.
 * @throws AppError throttled with retryAfterSeconds
 */
export function requireBudget(owner: string, bucket: BucketName, cost = 1): void {
  const { throttle, limits: current } = shared()
  const waitSeconds = throttle.take(`${bucket} ${owner}`, current[bucket], cost)
  if (waitSeconds > 0)
    throw new AppError('throttled', serverText('common.tooManyRequests'), {
      details: { retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)) },
    })
}

/**
 * Takes a token of a bucket that does not belong to a signed-in person. Returns the seconds to wait; 0 when there was a
 * token.
 */
export function takeToken(key: string, limit: BucketLimit): number {
  return shared().throttle.take(key, limit)
}

/**
 * Replaces the limits and the clock of this process, for tests and for the benchmark, whose single user sends thousands
 * of requests per second.
 */
export function configureThrottle(changes: Partial<Record<BucketName, BucketLimit>>, clock?: Clock): void {
  const state = shared()
  state.limits = { ...limits, ...changes }
  state.throttle = new Throttle(clock)
}

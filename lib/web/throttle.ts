import { systemClock, type Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'

export interface BucketLimit {
  /** Requests that may come at once. */
  burst: number
  /** Requests per second after that. */
  perSecond: number
}

/**
 * Our own limits per person, far above what a page needs: they stop a script that runs wild from taking the console and
 * the service's budget away from everyone else. Exports and media cost the service more, so theirs are smaller.
 */
export const limits = {
  general: { burst: 120, perSecond: 30 },
  media: { burst: 150, perSecond: 20 },
  /** A wall shows hundreds at once. Kept ones cost next to nothing; new ones wait in a queue that is fair to each person. */
  thumbs: { burst: 1_000, perSecond: 100 },
  /** Each is decoded and encoded again. */
  posters: { burst: 20, perSecond: 0.5 },
  exports: { burst: 10, perSecond: 0.2 },
  /** All requests of one API token together, beside the buckets of its routes. */
  tokens: { burst: 120, perSecond: 10 },
} as const satisfies Record<string, BucketLimit>
export type BucketName = keyof typeof limits

const keysMax = 20_000

/** Token buckets by key. Holds at most 20,000 of them; the one untouched longest goes first. */
export class Throttle {
  readonly #buckets = new Map<string, { tokens: number; at: number }>()
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock
  }

  /** Takes `cost` tokens. Returns 0 when they were there, else the seconds until they are, and takes none. */
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
      // To the end of the line: a flood of new keys must not push out, and so refill, a bucket that is in use.
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
 * Counts a request against a person's bucket, or against a public caller's. `cost`: as how many requests.
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

/** Takes a token of a bucket that belongs to nobody signed in. Returns the seconds to wait, 0 when there was one. */
export function takeToken(key: string, limit: BucketLimit): number {
  return shared().throttle.take(key, limit)
}

/** Replaces limits and the clock of this process: for the bench, whose one user asks thousands of times a second, and tests. */
export function configureThrottle(changes: Partial<Record<BucketName, BucketLimit>>, clock?: Clock): void {
  const state = shared()
  state.limits = { ...limits, ...changes }
  state.throttle = new Throttle(clock)
}

import type { Clock } from '@/lib/clock'
import { Bucket } from './bucket'
import type { Lease, Ticket } from './lease'
import type { Lane } from '@/lib/service/operation'
import type { Lender } from './purse'
import type { BucketState } from '@/lib/service/types'

/**
 * Keeps every bucket under the service's limit, whatever the demand: a request is only sent with a lease. A person's
 * request only waits for those of other people, who take turns.
 */
export interface Governor {
  /** A lease at once, or null when the request has to queue. */
  tryAcquire(bucket: string, lane: Lane, owner?: string): Lease | null
  /**
   * Queues for a lease; `owner` is whose turn it uses. Rejects with the signal's reason, or with upstream_throttled
   * when it cannot be sent in time.
   */
  acquire(bucket: string, lane: Lane, options: { signal?: AbortSignal; deadlineAt?: number; owner?: string }): Ticket
  /** For how many milliseconds it is certain that the bucket sends nothing; 0: it may send now. */
  waitMs(bucket: string): number
  states(): BucketState[]
  /** Rejects what waits. Resolves when other consoles have the permits of this one. */
  close(): Promise<void>
}

/**
 * A governor for buckets with their limits per 60 s. An unknown bucket is an error of the caller. With a `lender`, the
 * limits are those of all consoles together.
 */
export function createGovernor(
  limits: ReadonlyMap<string, number>,
  clock: Clock,
  lender: Lender | null = null,
): Governor {
  const buckets = new Map([...limits].map(([name, limit]) => [name, new Bucket(name, limit, clock, lender)]))
  const bucketOf = (name: string): Bucket => {
    const bucket = buckets.get(name)
    if (bucket === undefined) throw new Error(`No rate bucket named ${name}`)
    return bucket
  }
  return {
    tryAcquire: (name, lane, owner) => bucketOf(name).tryAcquire(lane, owner),
    acquire: (name, lane, options) => bucketOf(name).acquire(lane, options),
    waitMs: (name) => bucketOf(name).waitMs(),
    states: () => [...buckets.values()].map((bucket) => bucket.state()),
    close: async () => {
      await Promise.all([...buckets.values()].map((bucket) => bucket.close()))
    },
  }
}

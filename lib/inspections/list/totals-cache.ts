import 'server-only'
import { systemClock, type Clock } from '@/lib/clock'

/**
 * Invariant: no count is older than a minute or (except for the first two seconds) a small multiple of its duration.
 * The same count never runs twice at the same time.
 */

interface Entry<Value> {
  value: Value | null
  countedAt: number
  costMs: number
  /** The running count, if any. */
  counting: Promise<Value> | null
}

export interface CacheOptions {
  clock?: Clock
  entriesMax?: number
}

const ageMaxMs = 60_000
const cheapAgeMs = 2_000
/** A count of one second is valid for half a minute, so counting takes at most a thirtieth of the time. */
const ageOfCost = 30

/** A cache that returns counts at once and recounts in the background. */
export class CountCache {
  readonly #entries = new Map<string, Entry<unknown>>()
  readonly #clock: Clock
  readonly #entriesMax: number

  constructor({ clock = systemClock, entriesMax = 500 }: CacheOptions = {}) {
    this.#clock = clock
    this.#entriesMax = entriesMax
  }

  /** The cached count for `key` if it has not expired. Never counts. */
  peek(key: string): unknown {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.value !== null && this.#ageOf(entry) <= ageLimit(entry) ? entry.value : null
  }

  /**
   * The count for `key`. A cached count is returned until it expires; after half of its lifetime it is also recounted
   * in the background. A missing or expired count is counted now. Failed counts are not cached.
   */
  async get<Value extends object>(key: string, count: () => Promise<Value>): Promise<Value> {
    // The cast is safe: each key begins with the name of its query, which determines the type of the result.
    const entry = this.#touch(key) as Entry<Value>
    const age = this.#ageOf(entry)
    if (entry.value !== null && age <= ageLimit(entry)) {
      if (age > ageLimit(entry) / 2 && entry.counting === null)
        this.#count(entry, count).catch(() => {
          // The old count stays until it expires. After that, callers get the error.
        })
      return entry.value
    }
    return await (entry.counting ?? this.#count(entry, count))
  }

  #ageOf(entry: Entry<unknown>): number {
    const age = this.#clock.now() - entry.countedAt
    // The clock was set back, so the age is unknown.
    return age < 0 ? Infinity : age
  }

  /** The entry of a key, which becomes the most recently used one. */
  #touch(key: string): Entry<unknown> {
    const entry = this.#entries.get(key) ?? { value: null, countedAt: 0, costMs: 0, counting: null }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > this.#entriesMax) {
      const oldest = this.#entries.keys().next().value
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    return entry
  }

  async #count<Value>(entry: Entry<Value>, count: () => Promise<Value>): Promise<Value> {
    const startedAt = this.#clock.now()
    const counting = count()
    entry.counting = counting
    try {
      const value = await counting
      entry.value = value
      // The age starts at the beginning of the count, because later changes may not be included.
      entry.countedAt = startedAt
      entry.costMs = this.#clock.now() - startedAt
      return value
    } finally {
      entry.counting = null
    }
  }
}

function ageLimit({ costMs }: Entry<unknown>): number {
  return Math.min(ageMaxMs, Math.max(cheapAgeMs, costMs * ageOfCost))
}

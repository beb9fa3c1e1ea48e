import 'server-only'
import { systemClock, type Clock } from '@/lib/clock'

/**
 * Invariant: no count is older than a minute. After two seconds and a small multiple of its duration, it is only returned
 * if nothing was published since that may have changed it. The same count never runs twice at the same time.
 */

interface Entry<Value> {
  value: Value | null
  countedAt: number
  /** When the value was counted, or found to be unchanged. */
  checkedAt: number
  costMs: number
  /** The running count, if any. */
  counting: Promise<Value> | null
}

export interface CacheOptions {
  clock?: Clock
  entriesMax?: number
  /** Whether a count of that age may have changed. Without it, counts that have expired are always repeated. */
  hasChanged?: (ageMs: number) => Promise<boolean>
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
  readonly #hasChanged: (ageMs: number) => Promise<boolean>

  constructor({ clock = systemClock, entriesMax = 500, hasChanged = () => Promise.resolve(true) }: CacheOptions = {}) {
    this.#clock = clock
    this.#entriesMax = entriesMax
    this.#hasChanged = hasChanged
  }

  /** The cached count for `key` if it has not expired. Never counts. */
  peek(key: string): unknown {
    const entry = this.#entries.get(key)
    return entry !== undefined && this.#usedUp(entry) <= 1 ? entry.value : null
  }

  /**
   * The count for `key`. A cached count is returned until it expires; after half of its lifetime it is also renewed in
   * the background. A missing or expired count is renewed now. Failed counts are not cached.
   */
  async get<Value extends object>(key: string, count: () => Promise<Value>): Promise<Value> {
    // The cast is safe: each key begins with the name of its query, which determines the type of the result.
    const entry = this.#touch(key) as Entry<Value>
    const used = this.#usedUp(entry)
    if (entry.value !== null && used <= 1) {
      if (used > 0.5 && entry.counting === null)
        this.#renew(entry, count).catch(() => {
          // The old count stays until it expires. After that, callers get the error.
        })
      return entry.value
    }
    return await (entry.counting ?? this.#renew(entry, count))
  }

  /** The part of its lifetime that a count has used up; more than 1 if it has expired. */
  #usedUp(entry: Entry<unknown>): number {
    if (entry.value === null) return Infinity
    const ageMaxOfCost = Math.max(cheapAgeMs, entry.costMs * ageOfCost)
    return Math.max(this.#ageSince(entry.checkedAt) / ageMaxOfCost, this.#ageSince(entry.countedAt) / ageMaxMs)
  }

  #ageSince(time: number): number {
    const age = this.#clock.now() - time
    // The clock was set back, so the age is unknown.
    return age < 0 ? Infinity : age
  }

  /** The entry of a key, which becomes the most recently used one. */
  #touch(key: string): Entry<unknown> {
    const entry = this.#entries.get(key) ?? { value: null, countedAt: 0, checkedAt: 0, costMs: 0, counting: null }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > this.#entriesMax) {
      const oldest = this.#entries.keys().next().value
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    return entry
  }

  async #renew<Value>(entry: Entry<Value>, count: () => Promise<Value>): Promise<Value> {
    const counting = this.#checkOrCount(entry, count)
    entry.counting = counting
    try {
      return await counting
    } finally {
      entry.counting = null
    }
  }

  async #checkOrCount<Value>(entry: Entry<Value>, count: () => Promise<Value>): Promise<Value> {
    const { value } = entry
    const checkedAt = this.#clock.now()
    const ageMs = this.#ageSince(entry.countedAt)
    // A count in the second half of its longest lifetime is repeated, because nobody waits for that yet.
    if (value !== null && ageMs <= ageMaxMs / 2 && !(await this.#hasChanged(ageMs))) {
      entry.checkedAt = checkedAt
      return value
    }
    const startedAt = this.#clock.now()
    const counted = await count()
    // The age starts at the beginning of the count, because later changes may not be included.
    Object.assign(entry, {
      value: counted,
      countedAt: startedAt,
      checkedAt: startedAt,
      costMs: this.#clock.now() - startedAt,
    })
    return counted
  }
}

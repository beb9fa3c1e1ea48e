import 'server-only'
import { systemClock, type Clock } from '@/lib/clock'

/**
 * Invariant: no number is older than a minute, nor older than a small multiple of what it costs to count it, and one number
 * is never counted twice at the same time.
 */

interface Entry<Value> {
  value: Value | null
  countedAt: number
  costMs: number
  /** The count under way, if any. */
  counting: Promise<Value> | null
}

export interface CacheOptions {
  clock?: Clock
  entriesMax?: number
}

const ageMaxMs = 60_000
const cheapAgeMs = 2_000
/** A number that took a second is good for half a minute, so counting it over and over takes a thirtieth of the time. */
const ageOfCost = 30

/** Numbers that are shown at once while they are counted again behind. */
export class CountCache {
  readonly #entries = new Map<string, Entry<unknown>>()
  readonly #clock: Clock
  readonly #entriesMax: number

  constructor({ clock = systemClock, entriesMax = 500 }: CacheOptions = {}) {
    this.#clock = clock
    this.#entriesMax = entriesMax
  }

  /** The number under `key`, if it is there and not too old; nothing is counted. */
  peek(key: string): unknown {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.value !== null && this.#ageOf(entry) <= ageLimit(entry) ? entry.value : null
  }

  /**
   * The number under `key`. Young: as it is. Past half of its age: as it is, and counted again behind. Older or not there:
   * counted now. A failed count is not kept.
   */
  async get<Value extends object>(key: string, count: () => Promise<Value>): Promise<Value> {
    // One key is one question, and its answer has one type: the key begins with the name of the question.
    const entry = this.#touch(key) as Entry<Value>
    const age = this.#ageOf(entry)
    if (entry.value !== null && age <= ageLimit(entry)) {
      if (age > ageLimit(entry) / 2 && entry.counting === null)
        this.#count(entry, count).catch(() => {
          // What is there stays until it is too old; whoever asks then hears the error.
        })
      return entry.value
    }
    return await (entry.counting ?? this.#count(entry, count))
  }

  #ageOf(entry: Entry<unknown>): number {
    const age = this.#clock.now() - entry.countedAt
    // The clock was set back: how old it is nobody knows.
    return age < 0 ? Infinity : age
  }

  /** The entry of a key, as the one used last. */
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
      // The age counts from when it began: later changes are not in it.
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

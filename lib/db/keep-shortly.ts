import 'server-only'
import type { Queryable } from './types'

interface Kept {
  value: Promise<unknown>
  until: number
}
const kept = new WeakMap<Queryable, Map<string, Kept>>()

const freshMs = 2_000
const freshMsMax = 30_000
/** A count is cached for twenty times its duration, so counting takes at most a twentieth of the time. */
const ageOfCost = 20
/**
 * The number of cached counts above which expired ones are dropped. Names contain filters, so their number is
 * unlimited.
 */
const namesMax = 500

/** Runs `count` unless there is a recent or running count with this name. Failed counts are not cached. */
export async function keepShortly<Value>(db: Queryable, name: string, count: () => Promise<Value>): Promise<Value> {
  let numbers = kept.get(db)
  if (numbers === undefined) kept.set(db, (numbers = new Map()))
  // A monotonic clock: if the wall clock was set back, entries would not expire for a long time.
  const now = performance.now()
  const known = numbers.get(name)
  // The cast is safe because the name determines what is counted, and so the type.
  if (known !== undefined && now < known.until) return (await known.value) as Value
  if (numbers.size >= namesMax) for (const [old, { until }] of numbers) if (until <= now) numbers.delete(old)
  const entry: Kept = { value: count(), until: Number.POSITIVE_INFINITY }
  numbers.set(name, entry)
  try {
    const value = (await entry.value) as Value
    const costMs = performance.now() - now
    entry.until = now + Math.min(freshMsMax, Math.max(freshMs, costMs * ageOfCost))
    return value
  } catch (error) {
    numbers.delete(name)
    throw error
  }
}

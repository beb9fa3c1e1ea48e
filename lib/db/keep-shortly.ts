import 'server-only'
import type { Queryable } from './types'

interface Kept {
  value: Promise<unknown>
  until: number
}
const kept = new WeakMap<Queryable, Map<string, Kept>>()

const freshMs = 2_000
const freshMsMax = 30_000
/** Counting takes at most a twentieth of the time, however many pages are open. */
const ageOfCost = 20
/** Names may contain filters, of which there are any number: what expired is forgotten when there are this many. */
const namesMax = 500

/** A count that is recent or running is not repeated. A failed count is not cached. */
export async function keepShortly<Value>(db: Queryable, name: string, count: () => Promise<Value>): Promise<Value> {
  let numbers = kept.get(db)
  if (numbers === undefined) kept.set(db, (numbers = new Map()))
  // Not the wall clock: if that was set back, entries would not expire for a long time.
  const now = performance.now()
  const known = numbers.get(name)
  // The name says what is counted, and so determines its type.
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

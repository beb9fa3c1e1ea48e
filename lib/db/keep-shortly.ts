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

/** A number that was counted a moment ago, or is being counted, is not counted again. A failed count is not kept. */
export async function keepShortly<Value>(db: Queryable, name: string, count: () => Promise<Value>): Promise<Value> {
  let numbers = kept.get(db)
  if (numbers === undefined) kept.set(db, (numbers = new Map()))
  // Not the wall clock: set back, it would keep them until it is there again.
  const now = performance.now()
  const known = numbers.get(name)
  // The name says what is counted, and so its type.
  if (known !== undefined && now < known.until) return (await known.value) as Value
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

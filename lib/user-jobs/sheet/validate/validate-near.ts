import { foldText } from '@/lib/user-jobs/sheet/fields'

/**
 * The values with the most similar spellings: a few letters different, or with the same beginning. The most similar
 * first.
 */
export function nearest<T extends { spelling: string }>(value: string, entries: readonly T[]): T[] {
  const folded = foldText(value).slice(0, 60)
  if (folded === '') return []
  const farthest = Math.max(1, Math.floor(folded.length / 3))
  const scored: { entry: T; distance: number }[] = []
  for (const entry of entries) {
    const isStart = folded.length >= 3 && entry.spelling.startsWith(folded)
    const distance = isStart ? 0.5 : distanceWithin(folded, entry.spelling, farthest)
    if (distance <= farthest) scored.push({ entry, distance })
  }
  return scored.toSorted((one, other) => one.distance - other.distance).map(({ entry }) => entry)
}

/** Edit distance between two texts, counting a swap of adjacent letters once. Stops above `max`. */
function distanceWithin(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j += 1) {
      const isSameLetter = one[i - 1] === other[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSameLetter ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > max) return max + 1
    beforeLast = last
    last = row
  }
  return last[other.length] ?? max + 1
}

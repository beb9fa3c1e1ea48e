import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { Condition } from '@/lib/inspections/filter/filter-sql'
import type { Slice } from './placed-rows'
import { guessTotal } from './totals'

/** If more matches than this are estimated, a short scan is likely to find some. */
const manyMatches = 3_000
/** Number of rows in a short scan, which takes some milliseconds. */
const walkedRowsMax = 6_000
/**
 * Words are unevenly distributed, so a scan may need this many times the number of rows that an even distribution would
 * need.
 */
const walkPatience = 3

/** Separates conditions on words from other conditions. */
export function splitWords(conditions: readonly Condition[]): { words: Condition[]; others: Condition[] } {
  return {
    words: conditions.filter(({ isWords }) => isWords === true),
    others: conditions.filter(({ isWords }) => isWords !== true),
  }
}

/** The number of rows to scan for a slice, by the planner's estimates; 0 if a scan is not worthwhile. */
export async function planWalk(
  db: Queryable,
  conditions: readonly Condition[],
  { offset, limit }: Pick<Slice, 'offset' | 'limit'>,
): Promise<number> {
  const guess = await guessTotal(db, conditions)
  if (offset === 0) return guess > manyMatches ? walkedRowsMax : 0
  const walkable = await guessTotal(db, splitWords(conditions).others)
  const way = ((offset + limit) * walkable) / Math.max(1, guess)
  return way > guess ? 0 : Math.max(walkedRowsMax, Math.ceil(way * walkPatience))
}

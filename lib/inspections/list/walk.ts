import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { Condition } from '@/lib/inspections/filter/filter-sql'
import type { Slice } from './placed-rows'
import { guessTotal } from './totals'

/** If more rows than this are estimated to match, some of them should be among the first that are scanned. */
const manyMatches = 3_000
/** Rows scanned one by one, some milliseconds of work. */
const walkedRowsMax = 6_000
/**
 * Words are unevenly distributed: a scan finds its rows within a few times the distance that an even distribution would
 * need.
 */
const walkPatience = 3

/** Conditions on words, and the others. */
export function splitWords(conditions: readonly Condition[]): { words: Condition[]; others: Condition[] } {
  return {
    words: conditions.filter(({ isWords }) => isWords === true),
    others: conditions.filter(({ isWords }) => isWords !== true),
  }
}

/** How many rows to scan for the end of a slice, as far as the planner knows; 0 when scanning is not worth it. */
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

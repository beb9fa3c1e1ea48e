import * as fc from 'fast-check'
import { dailySeed, share } from './random-settings'

/**
 * How many random cases a test tries, and from which seed. The fast tier tries few; `npm run test:all` tries the numbers of
 * the promises. The seed is the date, so that every day tries other cases, and today's failure can be repeated tomorrow:
 * `SEED=20261123` repeats a day, `RUNS=1` tries the full numbers, `RUNS=10` ten times as many.
 */

export const seed = dailySeed()

const asked = share()
/** Whether tests use the full numbers. */
export const isFull = asked !== null && asked >= 1

/**
 * How many cases to try when the full tier tries `full`. `fast` is for tests where a quarter of that would take too long.
 */
export function runs(full: number, fast = Math.ceil(full / 4)): number {
  return asked === null ? fast : Math.max(1, Math.ceil(full * asked))
}

/**
 * All of `cases` in the full tier. In the fast tier, every `nth` case, with other cases each day and for each `turn`.
 */
export const someADay = <Case>(cases: readonly Case[], nth: number, turn = 0): readonly Case[] =>
  isFull ? cases : cases.filter((_, at) => (at + seed + turn) % nth === 0)

/** All of `cases` in the full tier. In the fast tier, one of them, another one each day. */
export const oneADay = <Case>(cases: readonly Case[]): readonly Case[] => someADay(cases, cases.length)

// Properties without their own seed or number use these.
fc.configureGlobal({ seed, numRuns: runs(100) })

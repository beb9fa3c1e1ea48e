import { describe, expect, it } from 'vitest'
import type { Clock } from '@/lib/clock'
import type { Queryable } from '@/lib/db/types'
import { DatabaseClock } from './database-clock'

function setUp({ aheadMs, answerMs }: { aheadMs: number; answerMs: number }) {
  let now = 1_000_000
  const own: Clock = { now: () => now, sleep: () => Promise.resolve() }
  const db: Queryable = {
    query: () => {
      const at = new Date(now + answerMs / 2 + aheadMs).toISOString()
      now += answerMs
      // The cast is safe: the clock reads only this column.
      return Promise.resolve({ rows: [{ at }] as never[], rowCount: 1 })
    },
  }
  return { clock: new DatabaseClock(own), db, own }
}

describe('the clock of the database', () => {
  it('equals the local clock until it is measured, and then follows the database', async () => {
    const { clock, db, own } = setUp({ aheadMs: 7_000, answerMs: 40 })
    expect(clock.now()).toBe(own.now())
    await clock.follow(db)
    expect(clock.now()).toBe(own.now() + 7_000)
  })

  it('ignores a measurement that took long', async () => {
    const { clock, db, own } = setUp({ aheadMs: 7_000, answerMs: 5_000 })
    await clock.follow(db)
    expect(clock.now()).toBe(own.now())
  })
})

import { describe, expect, it } from 'vitest'
import { HandClock } from '@/lib/auth/testing'
import { CountCache } from './totals-cache'

function setUp(costMs = 0) {
  const clock = new HandClock()
  const cache = new CountCache({ clock, entriesMax: 3 })
  let counts = 0
  let fails = false
  const ask = (key = 'total') =>
    cache.get(key, async () => {
      counts += 1
      await clock.sleep(costMs)
      if (fails) throw new Error('the database is away')
      return { n: counts }
    })
  return { clock, cache, ask, counted: () => counts, fail: (does: boolean) => (fails = does) }
}

/** Lets what was started behind come to its end. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a count that is kept', () => {
  it('is counted once for all who ask at the same time', async () => {
    const { ask, counted } = setUp()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }])
    expect(counted()).toBe(1)
  })

  it('is shown as it is while young, counted again behind past half of its age, and waited for when old', async () => {
    const { ask, clock, counted } = setUp()
    await ask()
    clock.advance(900)
    expect(await ask()).toEqual({ n: 1 })
    await settle()
    expect(counted()).toBe(1)
    clock.advance(200)
    expect(await ask()).toEqual({ n: 1 })
    await settle()
    expect(counted()).toBe(2)
    expect(await ask()).toEqual({ n: 2 })
    clock.advance(2_001)
    expect(await ask()).toEqual({ n: 3 })
  })

  it('is kept longer the more it costs, and never over a minute', async () => {
    for (const [costMs, ageMs] of [
      [0, 2_000],
      [500, 15_000],
      [1_500, 45_000],
      [20_000, 60_000],
    ] as const) {
      const { ask, cache, clock } = setUp(costMs)
      await ask()
      // The age counts from the beginning of the count.
      clock.advance(ageMs - costMs)
      expect(cache.peek('total')).toEqual({ n: 1 })
      clock.advance(1)
      expect(cache.peek('total')).toBeNull()
    }
  })

  it('is counted anew when the clock was set back, instead of young until the clock is there again', async () => {
    const { ask, cache, clock } = setUp()
    await ask()
    clock.advance(-3_600_000)
    expect(cache.peek('total')).toBeNull()
    expect(await ask()).toEqual({ n: 2 })
    expect(cache.peek('total')).toEqual({ n: 2 })
  })

  it('is not kept when it fails; what was there stays until it is old', async () => {
    const { ask, clock, fail } = setUp()
    fail(true)
    await expect(ask()).rejects.toThrow('away')
    fail(false)
    expect(await ask()).toEqual({ n: 2 })
    fail(true)
    clock.advance(1_500)
    expect(await ask()).toEqual({ n: 2 })
    await settle()
    expect(await ask()).toEqual({ n: 2 })
    await settle()
    clock.advance(1_000)
    await expect(ask()).rejects.toThrow('away')
  })

  it('gives way to others in the order of use', async () => {
    const { ask, cache } = setUp()
    for (const key of ['a', 'b', 'c', 'a', 'd']) await ask(key)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(key) !== null)).toEqual([true, false, true, true])
  })
})

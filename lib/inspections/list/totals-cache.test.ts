import { describe, expect, it } from 'vitest'
import { HandClock } from '@/lib/auth/testing'
import { CountCache } from './totals-cache'

function setUp(costMs = 0, hasChanged?: (ageMs: number) => Promise<boolean>) {
  const clock = new HandClock()
  const cache = new CountCache({ clock, entriesMax: 3, ...(hasChanged === undefined ? {} : { hasChanged }) })
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

/** Waits for background work. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a cached count', () => {
  it('is counted once for concurrent requests', async () => {
    const { ask, counted } = setUp()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }])
    expect(counted()).toBe(1)
  })

  it('is returned while it is fresh, recounted in the background after half of its lifetime, and awaited when it has expired', async () => {
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

  it('is cached longer the longer it takes, but at most one minute', async () => {
    for (const [costMs, ageMs] of [
      [0, 2_000],
      [500, 15_000],
      [1_500, 45_000],
      [20_000, 60_000],
    ] as const) {
      const { ask, cache, clock } = setUp(costMs)
      await ask()
      // The age starts at the beginning of the count.
      clock.advance(ageMs - costMs)
      expect(cache.peek('total')).toEqual({ n: 1 })
      clock.advance(1)
      expect(cache.peek('total')).toBeNull()
    }
  })

  it('is returned for up to a minute while nothing changes, and recounted after a change', async () => {
    const asked: number[] = []
    let changed = false
    const { ask, clock, counted } = setUp(0, async (ageMs) => {
      asked.push(ageMs)
      return changed
    })
    await ask()
    for (let age = 3_000; age <= 30_000; age += 3_000) {
      clock.advance(3_000)
      expect(await ask()).toEqual({ n: 1 })
    }
    // It always checks for changes since the count, not since the last check.
    expect(asked).toEqual(Array.from({ length: 10 }, (_, at) => 3_000 * (at + 1)))
    clock.advance(1_500)
    expect(await ask()).toEqual({ n: 1 })
    await settle()
    expect([counted(), asked.length]).toEqual([2, 10])
    expect(await ask()).toEqual({ n: 2 })
    changed = true
    clock.advance(2_001)
    expect(await ask()).toEqual({ n: 3 })
  })

  it('expires after a minute, even if nothing has changed', async () => {
    const { ask, cache, clock, counted } = setUp(0, () => Promise.resolve(false))
    await ask()
    clock.advance(29_000)
    await ask()
    clock.advance(1_999)
    expect(cache.peek('total')).toEqual({ n: 1 })
    clock.advance(30_001)
    expect(cache.peek('total')).toBeNull()
    expect([await ask(), counted()]).toEqual([{ n: 2 }, 2])
  })

  it('is not returned once it has expired if the search for changes fails', async () => {
    let fails = false
    const { ask, clock } = setUp(0, () => (fails ? Promise.reject(new Error('away')) : Promise.resolve(false)))
    await ask()
    fails = true
    clock.advance(3_000)
    await expect(ask()).rejects.toThrow('away')
    fails = false
    expect(await ask()).toEqual({ n: 1 })
  })

  it('is recounted if the clock was set back', async () => {
    const { ask, cache, clock } = setUp()
    await ask()
    clock.advance(-3_600_000)
    expect(cache.peek('total')).toBeNull()
    expect(await ask()).toEqual({ n: 2 })
    expect(cache.peek('total')).toEqual({ n: 2 })
  })

  it('stays cached until it expires if the next count fails', async () => {
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

  it('is evicted if it is the least recently used one', async () => {
    const { ask, cache } = setUp()
    for (const key of ['a', 'b', 'c', 'a', 'd']) await ask(key)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(key) !== null)).toEqual([true, false, true, true])
  })
})

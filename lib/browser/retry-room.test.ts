import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RetryRoom } from './retry-room'

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Adds tiles that wait. `end` finishes the try of a tile, or makes it wait again. */
function fill(room: RetryRoom, tiles: number, seconds: number) {
  const tried: number[] = []
  const open = new Map<number, (wait: number | null) => void>()
  const leave = Array.from({ length: tiles }, (_, tile) =>
    room.join(() => {
      tried.push(tile)
      return new Promise((resolve) => open.set(tile, resolve))
    }, seconds),
  )
  const end = async (tile: number, wait: number | null = null) => {
    open.get(tile)?.(wait)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { tried, leave, end }
}

describe('work that waits for a limit', () => {
  it('sends nothing before the wait is over, then one request, and several at once after that one succeeded', async () => {
    const { tried, end } = fill(new RetryRoom({ atOnce: 3 }), 8, 40)
    await pass(39)
    expect(tried).toEqual([])
    await pass(1)
    expect(tried).toEqual([0])
    await end(0)
    expect(tried).toEqual([0, 1, 2, 3])
    await end(2)
    expect(tried).toEqual([0, 1, 2, 3, 4])
    for (let tile = 1; tile < 8; tile += 1) await end(tile)
    expect(tried).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('costs only one request per wait while the limit is still reached', async () => {
    const { tried, end } = fill(new RetryRoom(), 200, 10)
    for (let round = 1; round <= 5; round += 1) {
      await pass(10)
      expect(tried).toHaveLength(round)
      await end(tried.at(-1) ?? 0, 10)
    }
  })

  it('waits for the longest of the given times, and stops when a later request is refused', async () => {
    const room = new RetryRoom({ atOnce: 2 })
    const first = fill(room, 3, 5)
    fill(room, 1, 20)
    await pass(5)
    expect(first.tried).toEqual([])
    await pass(15)
    await first.end(0)
    expect(first.tried).toEqual([0, 1, 2])
    await first.end(1, 30)
    await first.end(2)
    await pass(29)
    expect(first.tried).toEqual([0, 1, 2])
  })

  it('requests nothing for removed tiles, and does not wait for a running try whose tile was removed', async () => {
    const { tried, leave, end } = fill(new RetryRoom({ atOnce: 1 }), 4, 5)
    leave[0]?.()
    await pass(5)
    expect(tried).toEqual([1])
    leave[1]?.()
    await end(1, 5)
    await pass(5)
    expect(tried).toEqual([1, 2])
    await end(2)
    expect(tried).toEqual([1, 2, 3])
  })
})

import { describe, expect, it } from 'vitest'
import { HandClock } from '@/lib/service/test-support/hand-clock'
import type { NewEvent } from './publish'
import { createEventBatcher } from './batcher'

function setUp() {
  const clock = new HandClock()
  const published: Array<NewEvent & { at: number }> = []
  const startedAt = clock.now()
  const batcher = createEventBatcher({
    clock,
    publish: async (events) =>
      void published.push(...events.map((event) => ({ ...event, at: clock.now() - startedAt }))),
  })
  return { clock, published, batcher }
}

describe('the batcher', () => {
  it('publishes the first change at once, and a whole import as four events a second', async () => {
    const { clock, published, batcher } = setUp()
    for (let at = 0; at < 1_000; at += 1) {
      batcher.add('inspections', [`i${at % 100}`])
      await clock.advance(10)
    }
    await clock.advance(1_000)
    expect(published[0]?.at).toBeLessThan(50)
    expect(published.length).toBeLessThanOrEqual(42)
    expect(new Set(published.flatMap(({ ids }) => ids ?? [])).size).toBe(100)
  })

  it('publishes “many” instead of more ids than a screen would load one by one', async () => {
    const { clock, published, batcher } = setUp()
    batcher.add(
      'assets',
      Array.from({ length: 201 }, (_, at) => `a${at}`),
    )
    batcher.add('reviews', ['r1'])
    batcher.add('reviews')
    batcher.add('exports', [])
    await clock.advance(100)
    expect(published.map(({ kind, ids }) => [kind, ids])).toEqual([
      ['assets', undefined],
      ['reviews', undefined],
    ])
  })

  it('publishes the system state at most every two seconds, including the last state', async () => {
    const { clock, published, batcher } = setUp()
    for (let at = 0; at < 100; at += 1) {
      batcher.add('system')
      await clock.advance(100)
    }
    await clock.advance(5_000)
    expect(published.length).toBeGreaterThanOrEqual(5)
    expect(published.length).toBeLessThanOrEqual(6)
    expect(published.at(-1)?.at).toBeGreaterThan(9_900)
  })

  it('publishes everything that is left when the console stops', async () => {
    const { published, batcher } = setUp()
    batcher.add('inspections', ['i1'])
    await batcher.stop()
    expect(published.map(({ ids }) => ids)).toEqual([['i1']])
    batcher.add('inspections', ['i2'])
    expect(published).toHaveLength(1)
  })
})

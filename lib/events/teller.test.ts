import { describe, expect, it } from 'vitest'
import { HandClock } from '@/lib/service/test-support/hand-clock'
import type { NewEvent } from './publish'
import { createTeller } from './teller'

function setUp() {
  const clock = new HandClock()
  const said: Array<NewEvent & { at: number }> = []
  const startedAt = clock.now()
  const teller = createTeller({
    clock,
    publish: async (events) => void said.push(...events.map((event) => ({ ...event, at: clock.now() - startedAt }))),
  })
  return { clock, said, teller }
}

describe('the teller', () => {
  it('says the first thing at once, and an import in four events a second, whole', async () => {
    const { clock, said, teller } = setUp()
    for (let at = 0; at < 1_000; at += 1) {
      teller.tell('inspections', [`i${at % 100}`])
      await clock.advance(10)
    }
    await clock.advance(1_000)
    expect(said[0]?.at).toBeLessThan(50)
    expect(said.length).toBeLessThanOrEqual(42)
    expect(new Set(said.flatMap(({ ids }) => ids ?? [])).size).toBe(100)
  })

  it('says “many” for more ids than anybody would look at one by one', async () => {
    const { clock, said, teller } = setUp()
    teller.tell(
      'assets',
      Array.from({ length: 201 }, (_, at) => `a${at}`),
    )
    teller.tell('reviews', ['r1'])
    teller.tell('reviews')
    teller.tell('exports', [])
    await clock.advance(100)
    expect(said.map(({ kind, ids }) => [kind, ids])).toEqual([
      ['assets', undefined],
      ['reviews', undefined],
    ])
  })

  it('says how the system is at most every two seconds, and how it is in the end', async () => {
    const { clock, said, teller } = setUp()
    for (let at = 0; at < 100; at += 1) {
      teller.tell('system')
      await clock.advance(100)
    }
    await clock.advance(5_000)
    expect(said.length).toBeGreaterThanOrEqual(5)
    expect(said.length).toBeLessThanOrEqual(6)
    expect(said.at(-1)?.at).toBeGreaterThan(9_900)
  })

  it('keeps nothing back when the console stops', async () => {
    const { said, teller } = setUp()
    teller.tell('inspections', ['i1'])
    await teller.stop()
    expect(said.map(({ ids }) => ids)).toEqual([['i1']])
    teller.tell('inspections', ['i2'])
    expect(said).toHaveLength(1)
  })
})

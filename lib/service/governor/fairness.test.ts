import { afterEach, describe, expect, it } from 'vitest'
import { HandClock } from '@/lib/service/test-support/hand-clock'
import { createRandom, SimulatedService } from '@/lib/service/test-support/simulated-service'
import { seed } from '@/lib/testing/random-runs'
import { FairQueue } from './fair-queue'
import { createGovernor, type Governor } from './governor'

const bucket = 'bucket'
const limit = 300
const minuteMs = 60_000
let governor: Governor | undefined
afterEach(() => governor?.close())

function start() {
  const clock = new HandClock()
  const opened = createGovernor(new Map([[bucket, limit]]), clock)
  governor = opened
  const upstream = new SimulatedService(clock, { hasHeaders: true, limit, random: createRandom(seed) })
  return {
    clock,
    /** `count` callers of one person that repeat `pauseMs` after each response. */
    demand: (owner: string, count: number, pauseMs = 0) => {
      const queuedMs: number[] = []
      const loop = async () => {
        for (;;) {
          queuedMs.push((await upstream.request(opened, bucket, 'person', owner)).queuedMs)
          if (pauseMs > 0) await clock.sleep(pauseMs)
        }
      }
      for (let index = 0; index < count; index += 1) loop().catch(() => {})
      return queuedMs
    },
  }
}

describe(`sharing the budget of the service among people (seed ${seed})`, () => {
  it('gives three people with equal demand equal shares within 10 %', async () => {
    const { clock, demand } = start()
    const shares = ['ada', 'bob', 'eve'].map((owner) => demand(owner, limit))
    await clock.advance(20 * minuteMs)
    const counts = shares.map(({ length }) => length)
    const all = counts.reduce((sum, count) => sum + count, 0)
    // oxlint-disable-next-line no-console
    console.log(`three people, equal demand: ${counts.map((count) => ((100 * count) / all).toFixed(1)).join(' / ')} %`)
    for (const count of counts) expect(Math.abs(count / (all / 3) - 1)).toBeLessThanOrEqual(0.1)
    expect(all / (limit * 20)).toBeGreaterThanOrEqual(0.95)
  })

  it(
    'does not let a third person take from two others by requesting twenty times as much',
    { tags: ['full'] },
    async () => {
      const run = async (withFlood: boolean) => {
        const { clock, demand } = start()
        const flood = withFlood ? demand('flood', 20 * limit) : []
        // Each requests a page every two seconds and uses a tenth of the budget.
        const people = [demand('ada', 1, 2_000), demand('bob', 1, 2_000)]
        await clock.advance(20 * minuteMs)
        await governor?.close()
        const queued = people.flat().toSorted((a, b) => a - b)
        return {
          counts: people.map(({ length }) => length),
          flood: flood.length,
          p95: queued[Math.floor(queued.length * 0.95)] ?? 0,
        }
      }
      const [alone, beside] = [await run(false), await run(true)]
      const used = (beside.flood + beside.counts.reduce((sum, count) => sum + count, 0)) / (limit * 20)
      // oxlint-disable-next-line no-console
      console.log(
        `answered in 20 minutes: alone ${alone.counts.join(' and ')}, beside a flood ${beside.counts.join(' and ')};`,
        `p95 of their waits ${beside.p95.toFixed(0)} ms; the flood ${beside.flood}, of the budget ${(100 * used).toFixed(1)} %`,
      )
      for (const [index, count] of beside.counts.entries())
        expect(count / (alone.counts[index] ?? 0)).toBeGreaterThanOrEqual(0.95)
      expect(beside.p95).toBeLessThanOrEqual(1_000)
      // The budget that the two do not use is not lost.
      expect(used).toBeGreaterThanOrEqual(0.9)
    },
  )

  it('delays a single request of another person by one turn of a flood, not by the whole flood', () => {
    const queue = new FairQueue<{ owner: string; n: number }>()
    for (let n = 0; n < 1_000; n += 1) queue.add({ owner: 'flood', n })
    queue.add({ owner: 'ada', n: 0 })
    queue.add({ owner: 'bob', n: 0 })
    const turns = Array.from({ length: 5 }, () => {
      const entry = queue.next()
      if (entry !== undefined) queue.take(entry)
      return entry?.owner
    })
    expect(turns).toEqual(['flood', 'ada', 'bob', 'flood', 'flood'])
    expect(queue.size).toBe(997)
    const gone = queue.next()
    if (gone !== undefined) expect([queue.delete(gone), queue.delete(gone)]).toEqual([true, false])
  })
})

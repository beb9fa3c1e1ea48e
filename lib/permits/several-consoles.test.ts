import { describe, expect, it } from 'vitest'
import { createRandom } from '@/lib/service/test-support/simulated-service'
import { seed } from '@/lib/testing/random-runs'
import { p95, SharedWorld, type SharedWorldOptions } from './testing'

const minuteMs = 60_000
const limit = 200
const name = 'bucket'

function startWorld(options: Partial<SharedWorldOptions> = {}): SharedWorld {
  return new SharedWorld({ limits: new Map([[name, limit]]), random: createRandom(seed), ...options })
}

describe(`consoles that share a limit (seed ${seed})`, () => {
  it('receive no 429 and use 95 % of it without rate headers', { tags: ['R29'] }, async () => {
    await using world = startWorld({ hasHeaders: false })
    for (const skewMs of [0, -400_000, 7_200_000]) world.demand(world.addConsole(skewMs), name, limit, 'background')
    await world.clock.advance(5 * minuteMs)
    expect(world.refused).toBe(0)
    // 3 % of each window are left to people.
    expect(world.accepted(name)).toBeGreaterThanOrEqual(5 * limit * 0.95 * 0.97)
  })

  it(
    'give people their permits first, so that nobody waits for background work of any console',
    { tags: ['full'] },
    async () => {
      await using world = startWorld()
      for (const count of [3 * limit, 5, 5]) {
        const one = world.addConsole()
        world.demand(one, name, count, 'background')
        // The people of all consoles together use three quarters of the reserve.
        world.visit(one, name, 12_000, 10 * minuteMs)
      }
      await world.clock.advance(10 * minuteMs)
      const waits = world.consoles.flatMap(({ waitsMs }) => waitsMs)
      expect(waits.length).toBeGreaterThan(120)
      expect(p95(waits)).toBeLessThanOrEqual(20)
      expect(world.refused).toBe(0)
    },
  )

  it('send most requests without a trade', async () => {
    await using world = startWorld()
    const one = world.addConsole()
    const requests = 150
    for (let sent = 0; sent < requests; sent += 1)
      await Promise.all([world.request(one, name, 'person'), world.clock.advance(400)])
    expect(world.refused).toBe(0)
    expect(world.trades).toBeLessThan(requests / 2)
  })

  it('return unused permits within seconds', async () => {
    await using world = startWorld()
    const [idle, busy] = [world.addConsole(), world.addConsole()]
    await Promise.all([world.request(idle, name, 'background'), world.clock.advance(500)])
    expect(Object.values(world.books.get(name)?.holdings ?? {}).some(({ open }) => open > 1)).toBe(true)
    await world.clock.advance(4_000)
    expect(Object.values(world.books.get(name)?.holdings ?? {}).map(({ open }) => open)).toEqual([0])
    world.demand(busy, name, limit, 'background')
    await world.clock.advance(minuteMs)
    expect(world.windows.get(name)?.[0]).toBeGreaterThanOrEqual(0.98 * limit)
  })

  it("learn the limit from each other's headers", async () => {
    const real = 60
    await using world = startWorld({ limitOf: () => real })
    const [first, second] = [world.addConsole(), world.addConsole()]
    await Promise.all([world.request(first, name, 'person'), world.clock.advance(3_000)])
    expect(first.governor.states()[0]).toMatchObject({ limit: real, source: 'headers' })
    const asked = world.request(second, name, 'person')
    // The second console has no response of its own yet.
    await world.clock.advance(10)
    expect(second.governor.states()[0]).toMatchObject({ limit: real, source: 'headers' })
    await Promise.all([asked, world.clock.advance(1_000)])
    for (const one of world.consoles) world.demand(one, name, limit, 'background')
    await world.clock.advance(5 * minuteMs)
    expect(world.refused).toBe(0)
  })

  it('all wait when one of them is refused', async () => {
    await using world = startWorld()
    const consoles = [world.addConsole(), world.addConsole(), world.addConsole()]
    world.refusesUntil = world.clock.now() + 20_000
    const [first, ...others] = consoles
    await Promise.all([first === undefined ? null : world.request(first, name, 'person'), world.clock.advance(1_000)])
    for (const one of others) world.demand(one, name, 10, 'background')
    await world.clock.advance(18_000)
    expect(world.refused).toBe(1)
    for (const one of others) expect(one.governor.waitMs(name)).toBeGreaterThan(0)
    await world.clock.advance(20_000)
    expect(world.refused).toBe(1)
    expect(world.accepted(name)).toBeGreaterThan(10)
  })

  it('receive at most 3 refusals in a window while another program uses half of the limit', async () => {
    await using world = startWorld()
    for (let count = 0; count < 3; count += 1) world.demand(world.addConsole(), name, limit, 'background')
    const refused: number[] = []
    let rivals = 0
    const began = world.clock.now()
    for (let at = 0; at < 10 * minuteMs; at += (2 * minuteMs) / limit)
      world.clock.at(began + at, () => {
        const before = world.refused
        world.arrive(name)
        rivals += world.refused - before
      })
    for (let minute = 0; minute < 10; minute += 1) {
      await world.clock.advance(minuteMs)
      refused.push(world.refused - rivals)
    }
    const perMinute = refused.map((all, minute) => all - (refused[minute - 1] ?? 0))
    expect(Math.max(...perMinute), perMinute.join(' ')).toBeLessThanOrEqual(3)
    expect(world.accepted(name)).toBeGreaterThan(8 * limit)
  })
})

describe(`consoles without their database (seed ${seed})`, () => {
  it.each(['fails', 'hangs'] as const)(
    'use at most their own share of the limit, and trade again when the database is back (the database %s)',
    async (cutOff) => {
      await using world = startWorld()
      for (let count = 0; count < 4; count += 1) world.addConsole()
      // Only one console is busy before the outage.
      const [busy] = world.consoles
      if (busy !== undefined) world.demand(busy, name, limit, 'background')
      await world.clock.advance(90_000)
      for (const one of world.consoles) one.cutOff = cutOff
      for (const one of world.consoles.slice(1)) world.demand(one, name, limit, 'background')
      await world.clock.advance(5 * minuteMs)
      expect(world.refused).toBe(0)
      const windows = world.windows.get(name) ?? []
      // Each of the four consoles has a quarter of the limit, and keeps a tenth of that for people.
      expect(windows.at(-2)).toBeGreaterThanOrEqual(0.85 * limit)
      for (const one of world.consoles) one.cutOff = null
      await world.clock.advance(3 * minuteMs)
      expect(world.refused).toBe(0)
      expect(windows.at(-2)).toBeGreaterThanOrEqual(0.95 * limit)
    },
  )
})

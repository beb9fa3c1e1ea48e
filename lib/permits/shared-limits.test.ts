import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { operationNames, operationOf } from '@/lib/service/endpoints'
import { lotOf } from '@/lib/service/governor/lots'
import { createRandom } from '@/lib/service/test-support/simulated-service'
import { runs, seed } from '@/lib/testing/random-runs'
import { createLender } from './lender'
import { p95, SharedWorld, type SharedWorldOptions } from './testing'

const minuteMs = 60_000
const minutes = runs(10, 4)
/** Each different limit of the table of operations, named by its number. */
const limits = new Map(operationNames.map((name) => operationOf(name).perMinute).map((limit) => [`${limit}`, limit]))
const random = createRandom(seed)

/** Consoles whose books are in a real database. Its clock is that of the simulation. */
function startWorld(db: Database, options: Partial<SharedWorldOptions> = {}): SharedWorld {
  return new SharedWorld({
    limits,
    random,
    toLender: (clock) =>
      createLender({
        database: () => Promise.resolve(db),
        baseUrl: 'http://service.example',
        token: 'c0ffee',
        clock,
        toTradeTime: () => clock.now(),
      }),
    ...options,
  })
}

describe(`three consoles on one database (seed ${seed})`, () => {
  it(
    `receive no 429 and use 95 % of each limit in ${minutes} minutes of full demand, while people wait at most 300 ms (p95)`,
    { tags: ['R29'] },
    async () => {
      await using db = await openTestDatabase()
      await using world = startWorld(db)
      // Their clocks are wrong by minutes and hours, which must not matter.
      for (const skewMs of [0, -400_000, 7_200_000]) world.addConsole(skewMs)
      for (const [name, limit] of limits)
        for (const one of world.consoles) {
          world.demand(one, name, Math.ceil(limit / 4), 'background')
          // All people together send one request for every 50 of the budget, which the reserve can serve.
          world.visit(one, name, (150 * minuteMs) / limit, minutes * minuteMs)
        }
      await world.clock.advance(minutes * minuteMs)
      const used = [...limits].map(([name, limit]) => [name, world.accepted(name) / (minutes * limit)] as const)
      const waits = world.consoles.flatMap(({ waitsMs }) => waitsMs)
      process.stdout.write(
        `R29: used ${used.map(([name, share]) => `${(100 * share).toFixed(1)} % of ${name}`).join(', ')}; ` +
          `${waits.length} requests of people, p95 ${p95(waits).toFixed(0)} ms; ${world.trades} trades\n`,
      )
      expect(world.refused).toBe(0)
      for (const [name, share] of used) expect.soft(share, `limit ${name}`).toBeGreaterThanOrEqual(0.95)
      expect(waits.length).toBeGreaterThan(20 * minutes)
      expect(p95(waits)).toBeLessThanOrEqual(300)
      // Each console gets its share.
      const sent = world.consoles.map((one) => one.sent)
      expect(Math.min(...sent)).toBeGreaterThan(Math.max(...sent) / 2)
    },
  )

  it(
    'lose at most one lot when one of them is killed while it holds one, at any moment of a window',
    { tags: ['R29'] },
    async () => {
      const limit = 200
      const name = `${limit}`
      const moments = [
        { killedAtMs: 20_000, lot: lotOf(limit) },
        { killedAtMs: 0, lot: 1 },
        { killedAtMs: 58_500, lot: 1 },
      ]
      for (const { killedAtMs, lot } of moments) {
        await using db = await openTestDatabase()
        await using world = startWorld(db, { limits: new Map([[name, limit]]) })
        const [first, second, third] = [world.addConsole(), world.addConsole(), world.addConsole()]
        for (const one of world.consoles) world.demand(one, name, limit, 'background')
        await world.clock.advance(minuteMs + killedAtMs)
        third.diesWith = lot
        while (!third.isKilled) await world.clock.advance(100)
        expect(first.isKilled || second.isKilled).toBe(false)
        await world.clock.advance(3 * minuteMs)
        // The last window is still open.
        const windows = (world.windows.get(name) ?? []).slice(0, -1)
        const usual = windows[0] ?? 0
        const lost = windows.reduce((all, accepted) => all + Math.max(0, usual - accepted), 0)
        expect.soft(windows.length).toBeGreaterThanOrEqual(3)
        expect.soft(usual).toBeGreaterThanOrEqual(0.95 * limit)
        expect.soft(lost, `killed after ${killedAtMs} ms: ${windows.join(' ')}`).toBeLessThanOrEqual(lotOf(limit))
        expect.soft(world.refused).toBe(0)
      }
    },
  )
})

import { afterEach, describe, expect, it } from 'vitest'
import { operationNames, operationOf } from '@/lib/service/endpoints'
import { isFull, oneADay, seed } from '@/lib/testing/random-runs'
import { createGovernor, type Governor } from './governor'
import { HandClock } from '@/lib/service/test-support/hand-clock'
import { createRandom, SimulatedService, type SimulationOptions } from '@/lib/service/test-support/simulated-service'

const random = createRandom(seed)
const limits = [...new Set(operationNames.map((name) => operationOf(name).perMinute))].sort((a, b) => a - b)
const bucket = 'bucket'
const minuteMs = 60_000
/** An hour, as promised; the fast tier simulates ten minutes. */
const simulatedMinutes = isFull ? 60 : 10

let governors: Governor[] = []
afterEach(async () => {
  await Promise.all(governors.map((governor) => governor.close()))
  governors = []
})

function start(options: Omit<SimulationOptions, 'random'>) {
  const clock = new HandClock()
  const governor = createGovernor(new Map([[bucket, options.limit]]), clock)
  governors.push(governor)
  return { clock, governor, upstream: new SimulatedService(clock, { ...options, random }) }
}

/** `count` callers that repeat as soon as they are answered. */
function demand({ governor, upstream }: ReturnType<typeof start>, count: number, lane: 'person' | 'background') {
  let answered = 0
  const loop = async () => {
    for (;;) {
      await upstream.request(governor, bucket, lane)
      answered += 1
    }
  }
  for (let index = 0; index < count; index += 1) loop().catch(() => {})
  return { answered: () => answered }
}

describe(`rates (seed ${seed})`, () => {
  const counting: ReadonlyArray<readonly [string, Omit<SimulationOptions, 'random' | 'limit'>]> = [
    ['headers rounded up, windows from the first request', { hasHeaders: true, rounding: 'ceil' }],
    ['headers rounded down, windows at a fixed phase', { hasHeaders: true, rounding: 'floor', phaseMs: 17_123 }],
    ['no headers, windows from the first request', { hasHeaders: false }],
    ['no headers, windows at a fixed phase', { hasHeaders: false, phaseMs: 41_777 }],
  ]
  it.each(oneADay(counting))(
    'R1: sustained demand of five times each limit receives no 429 and uses 95 %% of the limit: %s',
    { tags: ['R1'] },
    async (_, options) => {
      for (const limit of limits) {
        const world = start({ ...options, limit })
        demand(world, Math.ceil(limit * 2.5), 'person')
        demand(world, Math.ceil(limit * 2.5), 'background')
        await world.clock.advance(simulatedMinutes * minuteMs)
        expect.soft(world.upstream.refused, `limit ${limit}: refused`).toBe(0)
        expect
          .soft(world.upstream.accepted / (limit * simulatedMinutes), `limit ${limit}: use`)
          .toBeGreaterThanOrEqual(0.95)
      }
    },
  )

  it(
    'R2: at most 3 refusals follow the first response of a window while another client uses half of the limit',
    { tags: ['R2'] },
    async () => {
      for (const limit of limits) {
        const world = start({ limit, hasHeaders: true })
        demand(world, limit * 5, 'background')
        for (let at = 0; at < simulatedMinutes * minuteMs; at += (2 * minuteMs) / limit)
          world.clock.at(world.clock.now() + at, () => world.upstream.arrive(true))
        await world.clock.advance(simulatedMinutes * minuteMs)
        const worst = Math.max(...world.upstream.refusedAfterFirstAnswer)
        expect.soft(worst, `limit ${limit}: refusals in the worst window`).toBeLessThanOrEqual(3)
        expect
          .soft(world.upstream.accepted, `limit ${limit}: still at work`)
          .toBeGreaterThan((limit * simulatedMinutes) / 3)
      }
    },
  )

  it.each([null, 1, 60])(
    'R4: a minute of 429 for everyone (retry-after %s) causes few tries and no burst',
    { tags: ['R4'] },
    async (retryAfterSeconds) => {
      const limit = 200
      const world = start({ limit, hasHeaders: false })
      const statuses: Array<{ status: number; at: number }> = []
      const ask = async () => {
        const { status } = await world.upstream.request(world.governor, bucket, 'person')
        statuses.push({ status, at: world.clock.now() })
      }
      const began = world.clock.now()
      world.upstream.refuseAll = { retryAfterSeconds }
      // 100 requests a minute are within the limit, so only refusals delay them.
      for (let at = 0; at < 2 * minuteMs; at += 600) world.clock.at(began + at, () => void ask())
      world.clock.at(began + minuteMs, () => {
        world.upstream.refuseAll = null
      })
      await world.clock.advance(3 * minuteMs)
      const firstSuccess = statuses.find(({ status }) => status === 200)
      expect(firstSuccess?.at).toBeLessThanOrEqual(began + minuteMs + 5_000 + 400)
      expect(world.upstream.refused).toBeLessThanOrEqual(20)
      expect(world.upstream.maxArrivalsPerSecond).toBeLessThanOrEqual(limit)
    },
  )

  it.each(oneADay([true, false]))(
    'R5: people wait less than 300 ms (p95) beside background work at full rate (headers: %s)',
    { tags: ['R5'] },
    async (hasHeaders) => {
      for (const limit of hasHeaders ? limits : limits.filter((each) => each >= 100)) {
        const world = start({ limit, hasHeaders })
        demand(world, limit * 3, 'background')
        const waits: number[] = []
        const ask = async () => {
          waits.push((await world.upstream.request(world.governor, bucket, 'person')).queuedMs)
        }
        // People send one request for every 50 of the budget, at random moments. The reserve has room for more.
        const everyMs = (50 * minuteMs) / limit
        const began = world.clock.now()
        const durationMs = (isFull ? 400 : 60) * everyMs
        for (let at = 2 * minuteMs; at < durationMs; at += everyMs * (0.2 + 1.6 * random()))
          world.clock.at(began + at, () => void ask())
        await world.clock.advance(durationMs + 2 * minuteMs)
        waits.sort((a, b) => a - b)
        expect.soft(waits[Math.floor(waits.length * 0.95)], `limit ${limit}: p95 of ${waits.length}`).toBeLessThan(300)
      }
    },
  )

  it(
    'R5: background work alone gets 97 % of the budget if the service reports its windows',
    { tags: ['R5'] },
    async () => {
      for (const limit of limits) {
        const world = start({ limit, hasHeaders: true })
        demand(world, limit * 3, 'background')
        await world.clock.advance(simulatedMinutes * minuteMs)
        expect.soft(world.upstream.accepted / (limit * simulatedMinutes), `limit ${limit}`).toBeGreaterThanOrEqual(0.97)
        expect.soft(world.upstream.refused, `limit ${limit}: refused`).toBe(0)
      }
    },
  )

  const imports = [
    { rounding: 'ceil', latencyMs: [1, 12] },
    { rounding: 'floor', latencyMs: [1, 12] },
    { rounding: 'ceil', latencyMs: [20, 400] },
    { rounding: 'floor', latencyMs: [20, 400] },
  ] as const
  it.each(oneADay(imports))(
    'R5: an import uses the whole budget while people go first (%o)',
    { tags: ['R5'] },
    async (options) => {
      const limit = 800
      const world = start({ limit, hasHeaders: true, ...options })
      // The hydration has as many documents in flight.
      demand(world, 24, 'background')
      const waits: number[] = []
      const began = world.clock.now()
      const minutes = 30
      // 48 requests of people a minute, at random moments.
      for (let at = 0; at < minutes * minuteMs; at += 1_250 * (0.2 + 1.6 * random()))
        world.clock.at(began + at, () => {
          world.upstream.request(world.governor, bucket, 'person').then(
            ({ queuedMs }) => waits.push(queuedMs),
            () => {},
          )
        })
      await world.clock.advance(minutes * minuteMs)
      expect(waits.length).toBeGreaterThan(minutes * 40)
      waits.sort((a, b) => a - b)
      expect(waits[Math.floor(waits.length * 0.95)]).toBeLessThan(300)
      expect(world.upstream.refused).toBe(0)
      expect(world.upstream.accepted / (limit * minutes)).toBeGreaterThanOrEqual(0.97)
    },
  )
})

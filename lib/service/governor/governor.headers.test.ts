import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/errors'
import { runs, seed } from '@/lib/testing/random-runs'
import { createGovernor } from './governor'
import { parseRateHeaders } from './rate-headers'
import { HandClock } from '@/lib/service/test-support/hand-clock'

const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e9',
    '0x10',
    ' 5',
    '5 ',
    '5,5',
    'null',
    '٣',
    '1.5',
    '999999999999999999',
  ),
  fc.integer({ min: -100, max: 200 }).map(String),
  fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }).map(String),
  fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }).map(String),
  fc.double().map(String),
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    'Thu, 01 Jan 2026 00:00:30 GMT',
    'Fri, 32 Foo 2026 00:00:00 GMT',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'tomorrow',
  ),
)
const headerSet = fc.record(
  {
    'x-ratelimit-limit': headerValue,
    'x-ratelimit-remaining': headerValue,
    'x-ratelimit-reset': headerValue,
    'retry-after': headerValue,
  },
  { requiredKeys: [] },
)
const answer = fc.tuple(fc.constantFrom(200, 200, 429, 500), headerSet)

describe(`a governor (seed ${seed})`, () => {
  it('R3: never waits less than 0 or more than 65 s, whatever the rate headers contain', { tags: ['R3'] }, async () => {
    const sets = fc.sample(fc.array(answer, { minLength: 1, maxLength: 5 }), { numRuns: runs(4_000), seed })
    let count = 0
    for (const answers of sets) {
      const clock = new HandClock()
      const governor = createGovernor(new Map([['bucket', 5]]), clock)
      for (const [status, given] of answers) {
        count += 1
        const headers = Object.fromEntries(Object.entries(given).filter((entry) => entry[1] !== undefined))
        const parsed = parseRateHeaders(headers, clock.now())
        for (const seconds of [parsed.resetSeconds, parsed.retryAfterSeconds])
          if (seconds !== null && !(seconds >= 0 && seconds <= 65))
            throw new Error(`${seconds} from ${JSON.stringify(given)}`)
        governor.tryAcquire('bucket', 'person')?.settle(status, headers)
        const [state] = governor.states()
        const waitMs = governor.waitMs('bucket')
        const isSane =
          waitMs >= 0 &&
          waitMs <= 65_000 &&
          state !== undefined &&
          state.resetSeconds >= 0 &&
          state.resetSeconds <= 65 &&
          state.limit >= 1 &&
          state.remaining >= 0
        if (!isSane) throw new Error(`${JSON.stringify(answers)}: ${waitMs} ${JSON.stringify(state)}`)
      }
      // Whatever the headers said, a request is sent eventually.
      const queued = governor.acquire('bucket', 'person', {})
      await clock.advance(65_000)
      ;(await queued.lease).release()
      await governor.close()
    }
    expect(count).toBeGreaterThanOrEqual(runs(10_000))
  })

  it('uses the limits of the table when there are no rate headers', async () => {
    const clock = new HandClock()
    const governor = createGovernor(new Map([['bucket', 5]]), clock)
    for (let index = 0; index < 5; index += 1) governor.tryAcquire('bucket', 'person')?.settle(200, {})
    expect(governor.tryAcquire('bucket', 'person')).toBeNull()
    expect(governor.states()[0]).toMatchObject({ limit: 5, remaining: 0, source: 'table' })
    await clock.advance(60_100)
    expect(governor.tryAcquire('bucket', 'person')).not.toBeNull()
  })

  it('removes a queued call at once when its caller leaves, or when its deadline cannot be met', async () => {
    const clock = new HandClock()
    const governor = createGovernor(new Map([['bucket', 1]]), clock)
    governor.tryAcquire('bucket', 'person')?.settle(200, {})
    const leaving = new AbortController()
    const left = governor.acquire('bucket', 'person', { signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(left.lease).rejects.toThrow('gone')
    const late = governor.acquire('bucket', 'person', { deadlineAt: clock.now() + 30_000 })
    const error = await late.lease.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'upstream_throttled', details: { retryAfterSeconds: 61 } })
    expect(governor.states()[0]).toMatchObject({ queuedPerson: 0 })
  })

  it('sends a queued background call before others once a person waits for it as well', async () => {
    const clock = new HandClock()
    const governor = createGovernor(new Map([['bucket', 1]]), clock)
    governor.tryAcquire('bucket', 'person')?.settle(200, {})
    const order: string[] = []
    const note = (name: string) => (lease: { settle(status: number, headers: Record<string, string>): void }) => {
      order.push(name)
      lease.settle(200, {})
    }
    const tickets = ['first', 'second'].map((name) => {
      const ticket = governor.acquire('bucket', 'background', {})
      ticket.lease.then(note(name), () => {})
      return ticket
    })
    tickets[1]?.upgrade()
    await clock.advance(200_000)
    expect(order).toEqual(['second', 'first'])
  })
})

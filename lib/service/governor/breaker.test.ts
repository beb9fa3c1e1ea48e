import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createService } from '@/lib/service/client'
import { HandClock } from '@/lib/service/test-support/hand-clock'
import { sendJson, serve } from '@/lib/service/test-support/serve'
import { startStandin } from '@/lib/standin/server'
import { runs, seed } from '@/lib/testing/random-runs'
import { createBreaker } from './breaker'

describe('R6: a service that is down', { tags: ['R6'] }, () => {
  it('gets no calls after 10 failures except a probe at most every 5 s, and is used again within 10 s of its recovery', async () => {
    let isDown = true
    await using server = await serve((_, response) =>
      isDown ? response.socket?.resetAndDestroy() : sendJson(response, { audit_id: 'a' }),
    )
    const clock = new HandClock()
    const service = createService({ baseUrl: server.baseUrl, token: 'c0ffee'.repeat(10), clock, random: () => 0 })
    let asked = 0
    // The hand clock does not move while a request is in progress, so it ends at the same instant.
    const ask = () =>
      service.call('getInspection', { params: { auditId: `a${(asked += 1)}` } }).catch((error: unknown) => error)

    for (let index = 0; index < 20; index += 1) await ask()
    expect(server.requests.length).toBeLessThanOrEqual(10)
    expect(service.breaker()).toMatchObject({ state: 'open', nextProbeAt: clock.now() + 5_000 })
    expect(await ask()).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 5 } })

    const before = server.requests.length
    for (let second = 0; second < 300; second += 1) {
      await clock.advance(1_000)
      await ask()
    }
    expect(server.requests.length - before).toBeLessThanOrEqual(60)
    expect(server.requests.length - before).toBeGreaterThan(50)

    isDown = false
    const recovered = clock.now()
    while ((await ask()) instanceof Error) await clock.advance(500)
    expect(clock.now() - recovered).toBeLessThanOrEqual(10_000)
    expect(service.breaker()).toEqual({ state: 'closed', failures: 0, nextProbeAt: null })
    await service.close()
  })

  it('is not inferred from 404, 403, 422 and 501 responses', async () => {
    for (const status of [404, 403, 422, 501]) {
      await using server = await serve((_, response) => sendJson(response, {}, status))
      const service = createService({ baseUrl: server.baseUrl, token: 'c0ffee'.repeat(10) })
      for (let index = 0; index < 30; index += 1)
        await service.call('getInspection', { params: { auditId: `a${index}` } }).catch(() => {})
      expect(service.breaker()).toMatchObject({ state: 'closed', failures: 0 })
      expect(server.requests).toHaveLength(30)
      await service.close()
    }
  })
})

/** A stand-in and its client on a clock that the test controls. */
async function startWithHandClock() {
  const standin = await startStandin({ inspections: 60, limits: 'off' })
  const clock = new HandClock()
  const { baseUrl, token } = standin
  const service = createService({ baseUrl, token, clock, random: () => 0 })
  const ids = standin.control.truth().map((row) => row.audit_id)
  const sent = () => Object.values(standin.control.counts()).reduce((sum, count) => sum + count, 0)
  const ask = (at: number) =>
    service.call('getInspection', { params: { auditId: ids[at % ids.length] ?? '' } }).catch((error: unknown) => error)
  const close = async () => {
    await Promise.all([service.close(), standin.close()])
  }
  return { control: standin.control, clock, service, ask, sent, [Symbol.asyncDispose]: close }
}

describe('R6: a service that answers 500 to everything', { tags: ['R6', 'R4'] }, () => {
  it('gets no calls after 10 responses, keeps the budget, and serves people within 5 s of its recovery', async () => {
    await using own = await startWithHandClock()
    const { clock, control, service, ask } = own
    const fault = control.setFault({ action: { kind: 'status', status: 500 } })
    let asked = 0
    for (let index = 0; index < 30; index += 1) await ask((asked += 1))
    expect(own.sent()).toBe(10)
    expect(service.breaker()).toMatchObject({ state: 'open' })
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(1_000)
      for (let people = 0; people < 5; people += 1) await ask((asked += 1))
    }
    expect(own.sent()).toBeLessThanOrEqual(10 + 12)
    for (const { limit, remaining } of service.budget()) expect(remaining).toBeGreaterThan(limit / 2)

    control.clearFaults(fault)
    const recovered = clock.now()
    while ((await ask((asked += 1))) instanceof Error) await clock.advance(100)
    expect(clock.now() - recovered).toBeLessThanOrEqual(5_000)
    expect(service.breaker()).toMatchObject({ state: 'closed', failures: 0 })
  })

  it('is not inferred from one broken item, alone or among others', async () => {
    await using own = await startWithHandClock()
    const { control, service, ask } = own
    const broken = control.truth()[0]?.audit_id ?? ''
    control.setFault({ path: broken, action: { kind: 'status', status: 500 } })
    for (let index = 0; index < 30; index += 1) await ask(0)
    expect(service.breaker().state).toBe('closed')
    for (let index = 1; index < 30; index += 1) {
      for (let again = 0; again < 5; again += 1) expect(await ask(0)).toBeInstanceOf(Error)
      expect(await ask(index)).not.toBeInstanceOf(Error)
    }
    expect(service.breaker()).toMatchObject({ state: 'closed', failures: 0 })
  })

  it('is not inferred from several broken documents, which only pause background work, while errors for people pause both', async () => {
    await using own = await startWithHandClock()
    const { clock, control, service } = own
    const ids = control.truth().map(({ audit_id: id }) => id)
    const read = (auditId: string, lane: 'person' | 'background') =>
      service.call('getInspection', { params: { auditId } }, { lane }).catch((error: unknown) => error)
    for (const path of ids.slice(0, 20)) control.setFault({ path, action: { kind: 'status', status: 500 } })
    for (const id of ids.slice(0, 20)) await read(id, 'background')
    expect(own.sent()).toBe(10)
    expect([service.breaker('background').state, service.breaker().state]).toEqual(['open', 'closed'])
    expect(await read(ids[0] ?? '', 'background')).toMatchObject({ code: 'unavailable' })
    expect(await read(ids[30] ?? '', 'person')).not.toBeInstanceOf(Error)
    expect(service.breaker('background').state).toBe('closed')

    // An outage pauses both, and one probe every 5 s goes out for both.
    control.setFault({ action: { kind: 'status', status: 500 } })
    for (const id of ids) await read(id, 'person')
    expect([service.breaker('background').state, service.breaker().state]).toEqual(['open', 'open'])
    const before = own.sent()
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(1_000)
      for (const lane of ['background', 'person'] as const) await read(ids[second] ?? '', lane)
    }
    expect(own.sent() - before).toBeLessThanOrEqual(12)
  })

  it('is distinguished from broken items exactly as a simple count predicts, in any order of events', () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('500'), item: fc.nat(7) }),
      fc.record({ kind: fc.constantFrom('lost', 'fine') }),
      fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1, 2_500, 5_000) }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let now = 0
        const breaker = createBreaker(() => now)
        // All failures since the last success, and when the last call was sent while the breaker was open.
        let since: string[] = []
        let isOpen = false
        let leftAt = -Infinity
        for (const next of events) {
          if ('ms' in next) now += next.ms
          else {
            const mayLeave = !isOpen || now - leftAt >= 5_000
            expect(breaker.enter()).toBe(mayLeave)
            if (!mayLeave) continue
            if (isOpen) leftAt = now
            if (next.kind === 'fine') {
              breaker.succeed()
              since = []
              isOpen = false
            } else {
              const what = 'item' in next ? String(next.item) : 'lost'
              since.push(what)
              if ('item' in next) breaker.stumble(what)
              else breaker.fail()
            }
            const lost = since.filter((what) => what === 'lost').length
            const items = [...new Set(since)].filter((what) => what !== 'lost')
            const answers = items.map((item) => Math.min(2, since.filter((what) => what === item).length))
            const counted = lost + answers.reduce((sum, count) => sum + count, 0)
            if (!isOpen && (lost >= 8 || counted >= 10)) {
              isOpen = true
              leftAt = now
            }
          }
          expect(breaker.state().state === 'closed').toBe(!isOpen)
        }
      }),
      { numRuns: runs(2_000), seed },
    )
  })
})

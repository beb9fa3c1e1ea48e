import { describe, expect, it } from 'vitest'
import { createService } from '@/lib/service/client'
import { HandClock } from '@/lib/service/test-support/hand-clock'
import { sendJson, serve } from '@/lib/service/test-support/serve'

describe('R6: a service that is down', { tags: ['R6'] }, () => {
  it('is left alone after 10 failures, probed at most each 5 s, and used again within 10 s of its recovery', async () => {
    let isDown = true
    await using server = await serve((_, response) =>
      isDown ? response.socket?.resetAndDestroy() : sendJson(response, { audit_id: 'a' }),
    )
    const clock = new HandClock()
    const service = createService({ baseUrl: server.baseUrl, token: 'c0ffee'.repeat(10), clock, random: () => 0 })
    let asked = 0
    // The hand clock does not move while a request is under way: it is over within the same instant.
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

  it('a missing item or an operation that does not exist is no outage', async () => {
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

import { describe, expect, it } from 'vitest'
import { createService, type ServiceOptions } from './client'
import { HandClock } from './test-support/hand-clock'
import { sendJson, serve, until, type Answering } from './test-support/serve'

const token = 'a'.repeat(20) + 'canary' + '0123456789abcdef'.repeat(2)

async function start(listener: Answering, options: Partial<ServiceOptions> = {}) {
  const server = await serve(listener)
  const service = createService({ baseUrl: server.baseUrl, token, random: () => 0, ...options })
  return {
    server,
    service,
    [Symbol.asyncDispose]: async () => {
      await service.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

const page = {
  count: 1,
  total: 1,
  audits: [{ audit_id: 'audit_1', modified_at: '2026-01-01T00:00:00.000Z', extra: 1 }],
}

describe('call', () => {
  it('sends query, token and prefix, and returns the parsed response with unknown fields', async () => {
    await using world = await start((_, response) => sendJson(response, page))
    const service = createService({ baseUrl: `${world.server.baseUrl}/some/prefix/`, token })
    const answer = await service.call('searchInspections', {
      query: { field: ['audit_id', 'modified_at'], modified_after: '2026-01-01T00:00:00.000Z', limit: 5 },
    })
    await service.close()
    expect(answer.audits[0]).toEqual(page.audits[0])
    const [request] = world.server.requests
    expect(request?.url).toBe(
      '/some/prefix/audits/search?field=audit_id&field=modified_at&modified_after=2026-01-01T00%3A00%3A00.000Z&limit=5',
    )
    expect(request?.headers['authorization']).toBe(`Bearer ${token}`)
  })

  it('sends the id of the current request, unless the call names another', async () => {
    let current: string | undefined = 'req-now'
    await using world = await start((_, response) => sendJson(response, page), { currentRequestId: () => current })
    await world.service.call('searchInspections', {})
    await world.service.call('searchInspections', { query: { limit: 1 } }, { requestId: 'req-named' })
    current = undefined
    await world.service.call('searchInspections', { query: { limit: 2 } })
    const sent = world.server.requests.map(({ headers }) => headers['x-request-id'])
    expect(sent).toEqual(['req-now', 'req-named', undefined])
  })

  it('sends identical concurrent reads once, and a caller that leaves does not cancel the others', async () => {
    const held: Array<() => void> = []
    await using world = await start((_, response) => {
      held.push(() => sendJson(response, { audit_id: 'audit_1' }))
    })
    const leaving = new AbortController()
    const first = world.service.call(
      'getInspection',
      { params: { auditId: 'audit_1' } },
      { signal: leaving.signal, lane: 'background' },
    )
    const second = world.service.call('getInspection', { params: { auditId: 'audit_1' } })
    await until(() => world.server.requests.length === 1, 'the request arrives')
    leaving.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    held[0]?.()
    await expect(second).resolves.toEqual({ audit_id: 'audit_1' })
    expect(world.server.requests).toHaveLength(1)
  })

  it('aborts the exchange when the last caller leaves', async () => {
    let closed = false
    await using world = await start((request) => {
      request.socket.on('close', () => {
        closed = true
      })
    })
    const leaving = new AbortController()
    const only = world.service.call('getInspection', { params: { auditId: 'audit_1' } }, { signal: leaving.signal })
    await until(() => world.server.requests.length === 1, 'the request arrives')
    leaving.abort()
    await expect(only).rejects.toMatchObject({ name: 'AbortError' })
    await until(() => closed, 'the upstream connection closes')
  })
})

describe('budget', () => {
  it("follows the service's headers, and rejects a call that cannot be sent before its deadline", async () => {
    await using world = await start((_, response) =>
      sendJson(response, page, 200, {
        'x-ratelimit-limit': '200',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '40',
      }),
    )
    await world.service.call('searchInspections')
    const state = world.service.budget().find(({ bucket }) => bucket === 'searchInspections')
    expect(state).toMatchObject({ limit: 200, remaining: 0, source: 'headers', sentPerson: 1, sentBackground: 0 })
    await expect(world.service.call('searchInspections')).rejects.toMatchObject({ code: 'upstream_throttled' })
    expect(world.server.requests).toHaveLength(1)
  })

  it(
    'R4: a minute of 429 for everyone costs at most 1.2 tries per request, then everything continues',
    { tags: ['R4'] },
    async () => {
      const clock = new HandClock()
      const began = clock.now()
      await using world = await start(
        (_, response) =>
          clock.now() < began + 60_000
            ? sendJson(response, { statusCode: 429, message: 'Too Many Requests' }, 429)
            : sendJson(response, { audit_id: 'a' }),
        { clock },
      )
      let asked = 0
      const answeredAt: number[] = []
      const ask = () => {
        asked += 1
        world.service.call('getInspection', { params: { auditId: `a${asked}` } }, { lane: 'background' }).then(
          () => answeredAt.push(clock.now()),
          () => {},
        )
      }
      for (let turn = 0; turn < 400; turn += 1) {
        ask()
        const seen = world.server.requests.length
        await clock.advance(250)
        // Real sockets need real time, while the hand clock stands still.
        await until(
          () => world.server.requests.length === seen || world.server.answered >= world.server.requests.length,
          'answers',
        )
      }
      expect(world.server.requests.length).toBeLessThanOrEqual(asked * 1.2)
      expect(Math.min(...answeredAt)).toBeLessThanOrEqual(began + 65_000)
      expect(answeredAt.length).toBeGreaterThan(asked * 0.9)
    },
  )
})

describe('raw', () => {
  it('returns any status, and small responses as bytes', async () => {
    await using world = await start((_, response) => sendJson(response, { statusCode: 404, message: 'no' }, 404))
    const answer = await world.service.raw('getInspection', { params: { auditId: 'audit_1' } })
    expect(answer.status).toBe(404)
    expect(answer.stream).toBeNull()
    expect(JSON.parse(Buffer.from(answer.bytes ?? []).toString())).toEqual({ statusCode: 404, message: 'no' })
  })

  it('gives the stream to a reader who stayed when the first one has left', async () => {
    const large = { audit_id: 'audit_1', text: 'x'.repeat(1_000_000) }
    const held: Array<() => void> = []
    await using world = await start((_, response) => {
      const answer = () => sendJson(response, large)
      if (held.push(answer) > 1) answer()
    })
    const leaving = new AbortController()
    const inspection = { params: { auditId: 'audit_1' } }
    const first = world.service.raw('getInspection', inspection, { signal: leaving.signal })
    const second = world.service.raw('getInspection', inspection)
    await until(() => world.server.requests.length === 1, 'the request arrives')
    leaving.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    held[0]?.()
    const { stream } = await second
    // A second request would mean that nobody reads the stream of the first, and its connection stays open.
    expect(world.server.requests).toHaveLength(1)
    const parts: Buffer[] = []
    for await (const part of stream ?? []) parts.push(part as Buffer)
    expect(JSON.parse(Buffer.concat(parts).toString())).toEqual(large)
  })

  it('gives two readers who stay a stream each', async () => {
    const large = { audit_id: 'audit_1', text: 'x'.repeat(1_000_000) }
    await using world = await start((_, response) => sendJson(response, large))
    const answers = await Promise.all(
      [1, 2].map(() => world.service.raw('getInspection', { params: { auditId: 'audit_1' } })),
    )
    for (const { stream } of answers) {
      const parts: Buffer[] = []
      for await (const part of stream ?? []) parts.push(part as Buffer)
      expect(JSON.parse(Buffer.concat(parts).toString())).toEqual(large)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { createService, type ServiceOptions } from './client'
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
  it('sends query, token and prefix, and gives the parsed answer with unknown fields', async () => {
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

  it('asks once for identical reads in flight, and a caller that leaves does not take the answer from the others', async () => {
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

describe('raw', () => {
  it('gives any status back, small answers as bytes', async () => {
    await using world = await start((_, response) => sendJson(response, { statusCode: 404, message: 'no' }, 404))
    const answer = await world.service.raw('getInspection', { params: { auditId: 'audit_1' } })
    expect(answer.status).toBe(404)
    expect(answer.stream).toBeNull()
    expect(JSON.parse(Buffer.from(answer.bytes ?? []).toString())).toEqual({ statusCode: 404, message: 'no' })
  })
})

import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createService } from './client'

const canary = 'c0ffee'.repeat(10) + 'beef'

async function listen(answer: RequestListener) {
  const asked: Array<{ url: string; headers: IncomingHttpHeaders }> = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

describe('signed links', () => {
  it('are read without the token, whatever the base path of the service is', async () => {
    await using server = await listen((_, response) => response.end('document'))
    const service = createService({ baseUrl: `${server.origin}/base/`, token: canary })
    const answer = await service.openLink(`${server.origin}/signed/a%20b?signature=x%2Fy#part`)
    expect([answer?.status, Buffer.from(answer?.bytes ?? []).toString()]).toEqual([200, 'document'])
    expect(server.asked.map(({ url }) => url)).toEqual(['/signed/a%20b?signature=x%2Fy'])
    expect(Object.keys(server.asked[0]?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
    expect(JSON.stringify(server.asked)).not.toContain(canary)
    await service.close()
  })

  it(
    'S6: are never requested from another host, in 16 spellings, and redirects to another host are refused',
    { tags: ['S6'] },
    async () => {
      await using elsewhere = await listen((_, response) => response.end())
      await using server = await listen((_, response) => {
        response.writeHead(302, { location: `${elsewhere.origin}/?t=${canary}` }).end()
      })
      const service = createService({ baseUrl: server.origin, token: canary })
      const { host } = new URL(elsewhere.origin)
      const own = new URL(server.origin).host
      const links = [
        elsewhere.origin,
        `${elsewhere.origin}/signed`,
        `//${host}/signed`,
        `${server.origin}@${host}/`,
        `http://${own}@${host}/`,
        `http:\\\\${host}\\x`,
        `http://${host}#${server.origin}`,
        `http://user:word@${own}/`,
        `https://${own}/`,
        `ftp://${own}/`,
        `file:///etc/passwd`,
        `javascript:alert(1)`,
        `data:text/html,x`,
        '/audits/search',
        '',
        'http://',
      ]
      for (const link of links) expect([link, await service.openLink(link)]).toEqual([link, null])
      await expect(service.openLink(`${server.origin}/signed`)).rejects.toMatchObject({ code: 'upstream_failed' })
      expect([elsewhere.asked.length, server.asked.length]).toEqual([0, 1])
      await service.close()
    },
  )

  it('end their download when the reader leaves', async () => {
    let isClosed = false
    await using server = await listen((_, response) => {
      response.on('close', () => (isClosed = true))
      response.writeHead(200, { 'content-length': 10_000_000 })
      response.write(Buffer.alloc(600_000))
    })
    const service = createService({ baseUrl: server.origin, token: canary })
    const reader = new AbortController()
    const answer = await service.openLink(`${server.origin}/big`, reader.signal)
    if (answer?.stream == null) throw new Error('a large answer streams')
    const reading = text(answer.stream)
    reader.abort(new Error('left'))
    await expect(reading).rejects.toThrow('left')
    await expect.poll(() => isClosed).toBe(true)
    await service.close()
  })
})

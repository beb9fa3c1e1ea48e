import { once } from 'node:events'
import { Readable } from 'node:stream'
import { gzipSync, brotliCompressSync } from 'node:zlib'
import { text } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pathId } from '@/lib/ids'
import { runs, seed } from '@/lib/testing/random-runs'
import { createService } from './client'
import { createScrubber } from './scrub'
import { sendJson, serve, until, type Answering, type TestServer } from './test-support/serve'
import type { Service } from './types'

const canary = 'c0ffee'.repeat(10) + 'beef'
const limits = { searchInspections: 100_000, other: 100_000, downloadExport: 100_000 }

let server: TestServer
let service: Service
let answering: Answering
beforeEach(async () => {
  server = await serve((...given) => answering(...given))
  service = createService({ baseUrl: server.baseUrl, token: canary, limits, random: () => 0 })
})
afterEach(async () => {
  await service.close()
  await server[Symbol.asyncDispose]()
})

const inspectionOf = (auditId: string) => ({ params: { auditId } })
const media = { params: { auditId: 'audit_1', mediaId: 'm1' } }

describe('addresses', () => {
  it('S6: a redirect is refused and its target gets no request', { tags: ['S6'] }, async () => {
    await using elsewhere = await serve((_, response) => response.end('taken'))
    for (const status of [301, 302, 303, 307, 308]) {
      answering = (_, response) => {
        response.writeHead(status, { location: `${elsewhere.baseUrl}/?token=${canary}` })
        response.end()
      }
      await expect(service.call('getInspection', inspectionOf('audit_1'))).rejects.toMatchObject({
        code: 'upstream_failed',
      })
      await expect(service.raw('getInspectionMedia', media)).rejects.toMatchObject({ code: 'upstream_failed' })
    }
    expect(elsewhere.requests).toEqual([])
  })

  it(
    `S7: each generated id is refused, or arrives as exactly one segment (seed ${seed})`,
    { tags: ['S7'], timeout: 180_000 },
    async () => {
      answering = (_, response) => sendJson(response, { audit_id: 'x' })
      const nasty = fc.constantFrom(
        '..',
        '.',
        '/',
        '//',
        '%2f',
        '%2F',
        '%00',
        '\0',
        '?',
        '#',
        '\\',
        ';',
        ':',
        '@',
        '\u202e',
        'ａ',
        '\ud800',
        ' ',
        '\r\n',
        'a',
        '_',
        '-',
        '~',
      )
      const tries = runs(5_000, 200)
      const ids = fc.sample(
        fc.oneof(
          fc.array(nasty, { maxLength: 6 }).map((parts) => parts.join('')),
          fc.string({ unit: 'binary', maxLength: 20 }),
          fc.stringMatching(/^[A-Za-z0-9_.:~-]{1,40}$/),
        ),
        { numRuns: tries, seed },
      )
      let refused = 0
      for (const id of ids) {
        const before = server.requests.length
        const outcome = await service.raw('getInspection', inspectionOf(id)).catch((error: unknown) => error)
        const seen = server.requests.slice(before)
        if (outcome instanceof Error) {
          expect(outcome).toMatchObject({ code: 'invalid' })
          expect(seen).toEqual([])
          refused += 1
          continue
        }
        expect(pathId.safeParse(id).success).toBe(true)
        const parts = (seen[0]?.url ?? '').split('/')
        expect(seen).toHaveLength(1)
        expect(parts.slice(0, 2)).toEqual(['', 'audits'])
        expect(parts.slice(2).map(decodeURIComponent)).toEqual([id])
      }
      expect(refused).toBeGreaterThan(tries / 5)
      expect(refused).toBeLessThan(tries * 0.9)
    },
  )

  it('contain a file name as one segment, whatever its characters', async () => {
    answering = (_, response) => response.end('pdf')
    const filename = 'Prüfung 1 (a) & b; c.pdf'
    await service.raw('downloadExport', { params: { auditId: 'a', exportId: 'e', filename } })
    expect(decodeURIComponent(server.requests[0]?.url.split('/').at(-1) ?? '')).toBe(filename)
    await expect(
      service.raw('downloadExport', { params: { auditId: 'a', exportId: 'e', filename: '..' } }),
    ).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('headers', () => {
  it('S8: reach the service or the caller only if they are listed', { tags: ['S8'] }, async () => {
    answering = (_, response) =>
      sendJson(response, { audit_id: 'x' }, 200, {
        'set-cookie': ['a=1', 'b=2'],
        etag: '"1"',
        'x-powered-by': 'x',
        server: 'x',
        'x-ratelimit-limit': '800',
        'access-control-allow-origin': '*',
        'content-security-policy': 'x',
        location: 'http://elsewhere',
      })
    const given = Object.fromEntries(
      [
        'cookie',
        'host',
        'authorization',
        'x-forwarded-for',
        'x-forwarded-host',
        'forwarded',
        'origin',
        'referer',
        'te',
        'upgrade',
        'connection',
        'transfer-encoding',
        'content-length',
        'expect',
        'via',
        'proxy-authorization',
        'x-http-method-override',
        'accept-language',
        'sec-fetch-site',
        'x-real-ip',
        'x-requested-with',
        'user-agent',
        'accept-encoding',
        'x-api-key',
      ].map((name) => [name, 'smuggled']),
    )
    const answer = await service.raw(
      'getInspectionMedia',
      {
        ...media,
        headers: { ...given, accept: 'image/*', range: 'bytes=0-1', 'if-range': '"1"', 'if-none-match': '"2"' },
      },
      { requestId: 'req-1' },
    )
    const { host, connection, ...seen } = server.requests[0]?.headers ?? {}
    expect([host, connection]).toEqual([new URL(server.baseUrl).host, 'keep-alive'])
    expect(seen).toEqual({
      accept: 'image/*',
      'accept-encoding': 'identity',
      authorization: `Bearer ${canary}`,
      'if-none-match': '"2"',
      'if-range': '"1"',
      range: 'bytes=0-1',
      'user-agent': 'sightline',
      'x-request-id': 'req-1',
    })
    expect(Object.keys(answer.headers).sort()).toEqual(['content-length', 'content-type', 'etag', 'x-ratelimit-limit'])
  })
})

describe('the token', () => {
  it('S5: is removed from headers, bodies, streams and errors that repeat it', { tags: ['S5'] }, async () => {
    const echoes = [
      canary,
      `Bearer ${canary}`,
      Buffer.from(canary).toString('base64'),
      Buffer.from(`Bearer ${canary}`).toString('base64'),
    ]
    for (const status of [200, 400, 401, 404, 409, 422, 500])
      for (const echo of echoes) {
        answering = (_, response) =>
          sendJson(
            response,
            { audit_id: 'x', statusCode: status, message: `no: ${echo}`, echo, list: [echo, echo] },
            status,
            {
              etag: `"${echo}"`,
              'x-ratelimit-limit': echo,
            },
          )
        // Each try has a new client, because this many failures open the breaker.
        const fresh = createService({ baseUrl: server.baseUrl, token: canary, random: () => 0 })
        const answer = await fresh.raw('getInspection', inspectionOf('audit_1'))
        const outcome = await fresh.call('getInspection', inspectionOf('audit_1')).catch((error: unknown) => error)
        await fresh.close()
        const seen = [
          JSON.stringify(answer.headers),
          Buffer.from(answer.bytes ?? []).toString(),
          outcome instanceof Error
            ? `${outcome.stack} ${JSON.stringify(outcome)} ${String(outcome.cause)}`
            : JSON.stringify(outcome),
        ].join('\n')
        for (const one of echoes) expect(seen).not.toContain(one)
        expect(answer.bytes?.length).toBe(Number(answer.headers['content-length']))
      }
  })

  it('S5: is removed from a stream wherever its chunks are split', { tags: ['S5'] }, async () => {
    const scrubber = createScrubber(canary)
    const body = Buffer.from(
      `start ${canary} middle ${canary}${canary} ${canary.slice(0, 40)} end ${canary.slice(0, 10)}`,
    )
    for (let size = 1; size < body.length; size += 1) {
      const stream = scrubber.stream()
      const parts: Buffer[] = []
      for (let at = 0; at < body.length; at += size) parts.push(stream.push(body.subarray(at, at + size)))
      parts.push(stream.end())
      const clean = Buffer.concat(parts)
      expect(clean.includes(canary)).toBe(false)
      expect(clean.length).toBe(body.length)
      expect(clean.toString()).toBe(body.toString().replaceAll(canary, '*'.repeat(canary.length)))
    }
    answering = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(`["${'x'.repeat(300_000)}${canary.slice(0, 20)}`)
      setImmediate(() => response.end(`${canary.slice(20)}"]`))
    }
    const answer = await service.raw('getInspection', inspectionOf('audit_1'))
    expect(answer.stream).not.toBeNull()
    expect(await text(answer.stream ?? Readable.from([]))).toBe(
      `["${'x'.repeat(300_000)}${'*'.repeat(canary.length)}"]`,
    )
  })
})

describe('bodies', () => {
  it.each(['gzip', 'br'])('are decompressed from %s, for typed calls and as bytes', async (encoding) => {
    const packed = (encoding === 'gzip' ? gzipSync : brotliCompressSync)(
      JSON.stringify({ audit_id: 'x', filler: 'y'.repeat(1_000) }),
    )
    answering = (_, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': encoding,
        'content-length': packed.length,
      })
      response.end(packed)
    }
    await expect(service.call('getInspection', inspectionOf('a'))).resolves.toMatchObject({ audit_id: 'x' })
    const answer = await service.raw('getInspection', inspectionOf('a'))
    expect(JSON.parse(Buffer.from(answer.bytes ?? []).toString())).toMatchObject({ audit_id: 'x' })
    expect(answer.headers['content-length']).toBeUndefined()
    expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, br')
  })

  it('R8: are read only up to the limit if they are gzip bombs', { tags: ['R8'] }, async () => {
    // 64 MB of zeros in 65 KB. A gzip body may be a series of such members, here 10 GB.
    const member = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    let isClosed = false
    answering = (request, response) => {
      request.socket.on('close', () => {
        isClosed = true
      })
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      const feed = (left: number) => {
        if (left === 0) response.end()
        else if (!response.destroyed) response.write(member, () => feed(left - 1))
      }
      feed(160)
    }
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 5)
    await expect(service.call('getInspection', inspectionOf('a'))).rejects.toMatchObject({ code: 'upstream_failed' })
    clearInterval(watch)
    await until(() => isClosed, 'the connection closes')
    const answer = await service.raw('getInspection', inspectionOf('b'))
    await expect(text(answer.stream ?? Readable.from([]))).rejects.toThrow(/More than/)
    expect(peak - before).toBeLessThan(50 * 1024 * 1024)
  })

  it('of errors are read only up to 64 KB', { tags: ['R8', 'full'] }, async () => {
    answering = (_, response) => {
      response.writeHead(404, { 'content-type': 'text/plain' })
      response.on('error', () => {})
      const feed = () => {
        if (!response.destroyed) response.write('x'.repeat(65_536), feed)
      }
      feed()
    }
    const answer = await service.raw('getInspection', inspectionOf('a'))
    expect(answer.bytes?.length).toBe(64 * 1024)
    await expect(service.call('getInspection', inspectionOf('a'))).rejects.toMatchObject({ code: 'not_found' })
    await until(() => server.sockets.size === 0, 'both connections close')
  })

  it('of large files are streamed with their range, and those of small files are kept as bytes', async () => {
    const file = Buffer.alloc(1024 * 1024, 'abcdefgh')
    answering = (request, response) => {
      const [, from = '0', to = String(file.length - 1)] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
      const part = file.subarray(Number(from), Number(to) + 1)
      response.writeHead(request.headers.range === undefined ? 200 : 206, {
        'content-type': 'video/mp4',
        'content-length': part.length,
        'accept-ranges': 'bytes',
        'content-range': `bytes ${from}-${to}/${file.length}`,
      })
      response.end(part)
    }
    const whole = await service.raw('getInspectionMedia', media)
    expect(await text(whole.stream ?? Readable.from([]))).toBe(file.toString())
    const part = await service.raw('getInspectionMedia', { ...media, headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(part.bytes ?? []).toString()).toBe(file.subarray(10, 20).toString())
    expect(part.headers).toMatchObject({ 'content-range': `bytes 10-19/${file.length}`, 'content-length': '10' })
  })

  const readers = runs(100, 30)
  it(
    `R22: end the upstream request when the reader leaves, ${readers} of ${readers} times, and no socket stays busy`,
    { tags: ['R22'] },
    async () => {
      let closed = 0
      answering = (_, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 500_000_000 })
        response.on('close', () => {
          closed += 1
        })
        const chunk = Buffer.alloc(65_536)
        const feed = () => {
          if (!response.destroyed) response.write(chunk, feed)
        }
        feed()
      }
      for (let index = 0; index < readers; index += 1) {
        const leaving = new AbortController()
        const answer = await service.raw('getInspectionMedia', media, { signal: leaving.signal })
        const { stream } = answer
        if (stream === null) throw new Error('no stream')
        stream.resume()
        await once(stream, 'data')
        if (index % 2 === 0) leaving.abort()
        else stream.destroy()
        await until(() => stream.closed, 'the stream closes')
      }
      await until(() => closed === readers, 'all uploads end')
      await until(() => server.sockets.size === 0, 'all sockets close')
    },
  )

  it('R23: slow the service down for a slow reader instead of filling memory', { tags: ['R23'] }, async () => {
    let sent = 0
    answering = (_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 500_000_000 })
      const chunk = Buffer.alloc(65_536)
      const feed = () => {
        if (response.destroyed) return
        sent += chunk.length
        if (response.write(chunk)) setImmediate(feed)
        else response.once('drain', feed)
      }
      feed()
    }
    const answer = await service.raw('getInspectionMedia', media)
    // Another caller is served while the first one does not read.
    let settled = 0
    for (let last = -1; settled < 50;) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      settled = sent === last ? settled + 1 : 0
      last = sent
    }
    // Only buffers of the kernel and of the client are filled, which are far smaller than 500 MB.
    expect(sent).toBeLessThan(30 * 1024 * 1024)
    answer.stream?.destroy()
  })

  it('are empty bytes when a response has no content', async () => {
    answering = (_, response) => {
      response.writeHead(204)
      response.end()
    }
    await expect(service.raw('getInspectionMedia', media)).resolves.toMatchObject({ status: 204, stream: null })
    await expect(service.call('deleteStatusGroup', { params: { statusGroupId: 'g' } })).resolves.toEqual({})
  })
})

import { createServer, request as send, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tracing } from '@/lib/tracing'
import { setEventSink, type EventSink } from '@/lib/web/report-failure'
import { answerDirectly } from './answer-directly'
import { readBytes } from './body'
import { registerDirect, type RouteHandler } from './direct-routes'
import { toWebStream } from './stream'

const told: Array<Parameters<EventSink>> = []
const open: Server[] = []

/** A server that answers directly, with a 404 in Next's place. */
async function serve(base = ''): Promise<number> {
  const server = createServer((request, response) => {
    void answerDirectly(request, response, () => response.writeHead(404).end('of Next'), base)
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

beforeEach(() => {
  told.length = 0
  setEventSink((...line) => told.push(line))
})
afterEach(() => {
  tracing().tracer = null
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

interface Answered {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Sends a request with exactly this path, which `fetch` would tidy. */
async function ask(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answered> {
  const { method = 'GET', headers = {}, body } = options
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    send({ port, host: '127.0.0.1', path, method, headers }, resolve).on('error', reject).end(body)
  })
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }
}

const echo: RouteHandler = async (request, { params }) =>
  Response.json({
    url: request.url.replace('http://console', ''),
    agent: request.headers.get('user-agent'),
    params: await params,
  })

/** A route with this body. */
const give = (name: `GET /api/${string}`, body: string, type: string) =>
  registerDirect(name, () =>
    Promise.resolve(new Response(body, { headers: { 'content-type': type, 'content-length': String(body.length) } })),
  )

describe('a request of a registered route', () => {
  it('gets its path, query, headers and parameters', async () => {
    registerDirect('GET /api/echo', echo)
    registerDirect('GET /api/echo-any/[...path]', echo)
    const port = await serve()
    const read = async (path: string) =>
      JSON.parse(String((await ask(port, path, { headers: { 'user-agent': 'me' } })).body)) as unknown
    expect(await read('/api/echo?a=1&a=%20?')).toEqual({ url: '/api/echo?a=1&a=%20?', agent: 'me', params: {} })
    expect(await read('/api/echo-any/a-1/b.c~d?x')).toEqual({
      url: '/api/echo-any/a-1/b.c~d?x',
      agent: 'me',
      params: { path: ['a-1', 'b.c~d'] },
    })
  })

  it('has no base path in its address, as from Next', async () => {
    registerDirect('GET /api/echo', echo)
    const port = await serve('/tools')
    expect(JSON.parse(String((await ask(port, '/tools/api/echo?a=1')).body))).toMatchObject({ url: '/api/echo?a=1' })
    for (const path of ['/api/echo', '/toolsapi/echo', '/tools/tools/api/echo'])
      expect([path, (await ask(port, path)).status]).toEqual([path, 404])
  })

  it('is left to Next unless its path has one reading', { tags: ['S40'] }, async () => {
    registerDirect('GET /api/echo', echo)
    registerDirect('GET /api/echo-any/[...path]', echo)
    const port = await serve()
    const left = [
      ['GET', '/api/echo/'],
      ['GET', '/api/ech%6f'],
      ['GET', '/api/Echo'],
      ['GET', '/api/echo/more'],
      ['GET', '/api/echo#part'],
      ['HEAD', '/api/echo'],
      ['POST', '/api/echo'],
      ['GET', '/api/echo-any'],
      ['GET', '/api/echo-any/'],
      ['GET', '/api/echo-any/a/'],
      ['GET', '/api/echo-any//a'],
      ['GET', '/api/echo-any/../echo'],
      ['GET', '/api/echo-any/a/..'],
      ['GET', '/api/echo-any/./a'],
      ['GET', '/api/echo-any/a%2fb'],
      ['GET', '/api/echo-any/a;b'],
      ['GET', '/api/echo-any/a\\b'],
      ['GET', '/api/echo-anything/a'],
      ['GET', '/api/other'],
    ] as const
    for (const [method, path] of left) expect([path, (await ask(port, path, { method })).status]).toEqual([path, 404])
    expect((await ask(port, '/api/echo')).status).toBe(200)
  })

  it('is left to Next while requests are traced, because Next makes their spans', async () => {
    registerDirect('GET /api/echo', echo)
    const port = await serve()
    tracing().tracer = { inSpan: (_, work) => work(() => {}) }
    expect((await ask(port, '/api/echo')).status).toBe(404)
  })

  it('passes on its body, and keeps the connection usable when the handler reads a part of it', async () => {
    const read: unknown[] = []
    registerDirect('POST /api/part', async (request) => {
      await readBytes(request, 10).then(
        (bytes) => read.push(Buffer.from(bytes).toString()),
        (error: Error) => read.push(error.name),
      )
      return new Response(null, { status: 204 })
    })
    const port = await serve()
    const post = (body: string, headers = {}) => ask(port, '/api/part', { method: 'POST', body, headers })
    expect((await post('0123456789')).status).toBe(204)
    expect((await post('')).status).toBe(204)
    const long = 'x'.repeat(1_000_000)
    expect((await post(long, { 'transfer-encoding': 'chunked' })).status).toBe(204)
    expect((await post(long)).status).toBe(204)
    expect(read).toEqual(['0123456789', '', 'AppError', 'AppError'])
  })

  it('tells the handler when its client leaves', async () => {
    const events: string[] = []
    registerDirect('GET /api/slow', (request) => {
      events.push('begun')
      request.signal.addEventListener('abort', () => events.push('left'))
      return new Promise(() => {})
    })
    const port = await serve()
    const client = send({ port, host: '127.0.0.1', path: '/api/slow' }).on('error', () => {})
    client.end()
    await expect.poll(() => events).toEqual(['begun'])
    client.destroy()
    await expect.poll(() => events).toEqual(['begun', 'left'])
  })
})

describe('a direct response', () => {
  const whole = JSON.stringify({ rows: 'row '.repeat(1_000) })

  it('has the status, headers and body of the handler', async () => {
    registerDirect('GET /api/plain', () =>
      Promise.resolve(
        new Response(whole, {
          status: 203,
          headers: [
            ['content-type', 'application/json'],
            ['content-length', String(whole.length)],
            ['x-own', 'yes'],
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ],
        }),
      ),
    )
    const { status, headers, body } = await ask(await serve(), '/api/plain')
    expect([status, body.toString()]).toEqual([203, whole])
    expect(headers).toMatchObject({
      'content-length': String(whole.length),
      'x-own': 'yes',
      'set-cookie': ['a=1', 'b=2'],
      vary: 'accept-encoding',
    })
    expect(headers['transfer-encoding']).toBeUndefined()
  })

  it('is compressed for clients that accept it, if that is worthwhile', async () => {
    give('GET /api/long', whole, 'application/json')
    give('GET /api/short', '{}', 'application/json')
    give('GET /api/picture', whole, 'image/png')
    registerDirect('GET /api/huge', () =>
      Promise.resolve(
        new Response(toWebStream(Readable.from([whole, whole], { objectMode: false })), {
          headers: { 'content-type': 'application/json' },
        }),
      ),
    )
    const port = await serve()
    const encodingOf = async (path: string, accepted: string) => {
      const { headers, body } = await ask(port, path, { headers: { 'accept-encoding': accepted } })
      const isPacked = headers['content-encoding'] === 'gzip'
      return [
        headers['content-encoding'],
        (isPacked ? gunzipSync(body) : body).toString().length,
        headers['content-length'] === String(body.length),
      ]
    }
    expect(await encodingOf('/api/long', 'gzip, deflate, br')).toEqual(['gzip', whole.length, true])
    expect(await encodingOf('/api/huge', 'gzip')).toEqual(['gzip', whole.length * 2, false])
    expect(await encodingOf('/api/long', 'br')).toEqual([undefined, whole.length, true])
    expect(await encodingOf('/api/long', 'br;q=1, gzip;q=0.5')).toEqual(['gzip', whole.length, true])
    expect(await encodingOf('/api/long', 'gzip;q=0')).toEqual([undefined, whole.length, true])
    expect(await encodingOf('/api/short', 'gzip')).toEqual([undefined, 2, true])
    expect(await encodingOf('/api/picture', 'gzip')).toEqual([undefined, whole.length, true])
  })

  const chunks = 80
  const openFile = (signal?: AbortSignal) => {
    let produced = 0
    const source = new Readable({
      read() {
        produced += 1
        this.push(produced > chunks ? null : Buffer.alloc(64 * 1024, produced))
      },
    })
    const headers = { 'content-type': 'image/png', 'content-length': String(chunks * 64 * 1024) }
    return { source, response: () => new Response(toWebStream(source, signal), { headers }) }
  }

  it('of a stream has every byte in order', async () => {
    registerDirect('GET /api/file', (request) => Promise.resolve(openFile(request.signal).response()))
    const { body } = await ask(await serve(), '/api/file')
    const expected = Buffer.concat(Array.from({ length: chunks }, (_, at) => Buffer.alloc(64 * 1024, at + 1)))
    expect(body.equals(expected)).toBe(true)
  })

  it('of a stream is cut off when its source is, and never looks complete', { tags: ['S27'] }, async () => {
    registerDirect('GET /api/cut', () => {
      const { source, response } = openFile()
      source.once('data', () => source.destroy(new Error('reset')))
      source.pause()
      return Promise.resolve(response())
    })
    await expect(ask(await serve(), '/api/cut')).rejects.toThrow()
  })

  it('destroys the source when its client leaves', { tags: ['R22'] }, async () => {
    const { source, response } = openFile()
    registerDirect('GET /api/left', () => Promise.resolve(response()))
    const port = await serve()
    const client = send({ port, host: '127.0.0.1', path: '/api/left' }, (answer) => {
      answer.once('data', () => client.destroy())
      answer.on('error', () => {})
    }).on('error', () => {})
    client.end()
    await expect.poll(() => source.destroyed).toBe(true)
  })

  it('is a 500 without a reason when its handler fails', { tags: ['S27'] }, async () => {
    registerDirect('GET /api/failing', () => Promise.reject(new Error('secret')))
    const { status, body } = await ask(await serve(), '/api/failing')
    expect([status, body.length]).toEqual([500, 0])
    expect(told.map(([level]) => level)).toEqual(['error'])
  })
})

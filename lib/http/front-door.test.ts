import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { setEventSink, type EventSink } from '@/lib/web/report-failure'
import { FairQueue } from './fair-queue'
import { createFrontDoor, type DoorQueue, type Listener } from './front-door'
import { requestEars } from './note-request'
import { malformedRequest } from './testing-malformed'
import { findFaults, findHeaderFaults, openSocket, sendRaw } from './testing-raw'

const told: Array<Parameters<EventSink>> = []
const counted: unknown[] = []

const open: Server[] = []

/** A queue that identifies callers by a header, and starts one request of each at a time. */
function createQueue(): DoorQueue {
  const queue = new FairQueue({
    clock: { now: () => 0 },
    after: (ms, run) => {
      if (ms === 0) setImmediate(run)
    },
  })
  const limits = { inWork: 1, inWorkAlone: 1, pace: { burst: 1_000, perSecond: 1 }, waitingMax: 3 }
  return {
    enter: (request, _pathname, turn) => queue.enter(String(request.headers['x-owner']), 'all', limits, turn),
    leave: (turn) => queue.end(turn),
  }
}

/** A server as the launcher creates it for Next, with `next` in Next's place. */
async function serve(
  next: Listener,
  { basePath = '', ...limits }: { headersTimeout?: number; requestTimeout?: number; basePath?: string } = {},
) {
  const door = createFrontDoor({
    basePath,
    now: () => 0,
    queue: createQueue(),
    methodsOf: (path) => (path === '/api/inspections' ? ['GET', 'HEAD'] : []),
  })
  const server = createServer(
    { requireHostHeader: false, connectionsCheckingInterval: 20, ...limits },
    (request, response) => door.handle(request, response, next),
  )
  door.guard(server)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

beforeEach(() => {
  told.length = 0
  counted.length = 0
  setEventSink((...line) => told.push(line))
  requestEars().onAnswered = (answered) => counted.push(answered)
})
afterEach(() => {
  requestEars().onAnswered = null
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const ask = (target: string, { method = 'GET', more = '' } = {}) =>
  `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}Connection: close\r\n\r\n`

const sent = async (port: number, text: string) => {
  const answer = await sendRaw(port, text)
  if (answer === null) throw new Error(`no answer to ${text}`)
  return answer
}

describe('a response', { tags: ['S31'] }, () => {
  it.each([
    ['a page', '/', 200],
    ['a path with invalid percent-encoding', '/inspections/%ff', 400],
    ['an API path with invalid percent-encoding', '/api/inspections/%ff/report', 400],
    ['a path with a double slash', '//other.example/x', 308],
    ['a path with a trailing slash', '/api/inspections/', 308],
    ['a path with a backslash', '/\\other.example', 308],
    ['a target that is not a path', 'x', 400],
    ['an absolute URL', 'http://other.example/x', 200],
  ])('to %s has the security headers and a request id', async (_name, target, status) => {
    const port = await serve((_request, response) => response.end('page'))
    const answer = await sent(port, ask(target))
    expect([answer.status, findHeaderFaults(answer)]).toEqual([status, []])
    expect(told.length).toBe(status === 200 ? 0 : 1)
    expect(counted.length).toBe(told.length)
    if (target.startsWith('/api')) expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/)
  })

  it.each(['TRACE', 'PROPFIND', 'CONNECT', 'PURGE'])(
    'to %s is 405, lists the allowed methods and echoes nothing',
    { tags: ['S22'] },
    async (method) => {
      const port = await serve((_request, response) => response.end('page'))
      const answer = await sent(
        port,
        ask(method === 'CONNECT' ? 'other.example:443' : '/api/x', { method, more: 'x-echo: canary\r\n' }),
      )
      expect([answer.status, findHeaderFaults(answer)]).toEqual([405, []])
      expect(JSON.stringify([...answer.headers, answer.body])).not.toContain('canary')
      expect(told).toHaveLength(1)
    },
  )

  it('of Next that refuses a method lists the methods of the path, unless Next lists them itself', async () => {
    const port = await serve((request, response) => {
      response.statusCode = 405
      if (request.url === '/named') response.setHeader('allow', 'GET')
      response.end()
    })
    const refused = await sent(port, ask('/api/inspections', { method: 'DELETE' }))
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const named = await sent(port, ask('/named', { method: 'POST' }))
    expect(named.headers.get('allow')).toBe('GET')
    const unknown = await sent(port, ask('/api/other', { method: 'POST' }))
    expect([unknown.status, unknown.headers.get('allow') ?? null]).toEqual([405, null])
  })

  it('on a console with a base path depends on the rest of the path', async () => {
    const port = await serve(
      (request, response) => {
        if (request.url === '/sightline/api/inspections') response.statusCode = 405
        response.end(request.url)
      },
      { basePath: '/sightline' },
    )
    const page = await sent(port, ask('/sightline?page=2'))
    expect([page.status, page.body]).toEqual([200, '/sightline?page=2'])
    const refused = await sent(port, ask('/sightline/api/inspections', { method: 'DELETE' }))
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    const script = await sent(port, ask('/sightline/_next/static/x.js'))
    expect(script.headers.get('cache-control') ?? null).toBeNull()
    const tidied = await sent(port, ask('/sightline//inspections/'))
    expect([tidied.status, tidied.headers.get('location')]).toEqual([308, '/sightline/inspections'])
  })

  it.each(['/', '/api/inspections', '/sightlines', '/%73ightline', '//sightlines//'])(
    'to %s says under which base path the console is served',
    async (target) => {
      const port = await serve((_request, response) => response.end('page'), { basePath: '/sightline' })
      const answer = await sent(port, ask(target))
      expect([answer.status, findHeaderFaults(answer)]).toEqual([404, []])
      expect(answer.body).toBe('Sightline is served under /sightline here.\n')
    },
  )

  it('to OPTIONS * lists the methods', async () => {
    const port = await serve((_request, response) => response.end('page'))
    const answer = await sent(port, ask('*', { method: 'OPTIONS' }))
    expect([answer.status, findHeaderFaults(answer)]).toEqual([204, []])
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  })

  it.each([
    ['not HTTP', 'nonsense\r\n\r\n', 400],
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
    ['headers over 16 KB', ask('/', { more: `x: ${'x'.repeat(20_000)}\r\n` }), 431],
    ['two Content-Length headers', ask('/', { more: 'Content-Length: 1\r\nContent-Length: 2\r\n' }), 400],
    [
      'Content-Length and chunks',
      `${ask('/', { method: 'POST', more: 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n' })}0\r\n\r\n`,
      400,
    ],
    ['an encoding after chunked', ask('/', { method: 'POST', more: 'Transfer-Encoding: chunked, gzip\r\n' }), 400],
    ['a router state that is not JSON', ask('/', { more: 'RSC: 1\r\nNext-Router-State-Tree: %5B\r\n' }), 400],
    ['an unknown expectation', ask('/', { more: 'Expect: 200-ok\r\n' }), 417],
  ])('to a refused request (%s) is written by us, not by Node', { tags: ['S22'] }, async (_name, text, status) => {
    const port = await serve((_request, response) => response.end('page'))
    const answer = await sent(port, text)
    expect([answer.status, findHeaderFaults(answer)]).toEqual([status, []])
    expect(told).toHaveLength(1)
    expect(counted).toHaveLength(1)
  })

  it.each(['zz\r\n', '-1\r\na', '5\r\nabc\r\n0\r\n\r\n', 'ffffffffffffffffff\r\na', '1;\n\r\na'])(
    'to a body with a bad chunk (%j) is written by us, and the handler never gets a whole body',
    { tags: ['S22'] },
    async (chunks) => {
      let isWhole = false
      const port = await serve((request, response) => {
        request.on('data', () => undefined)
        request.on('end', () => {
          isWhole = true
          response.end('read')
        })
      })
      const answer = await sent(
        port,
        `${ask('/api/x', { method: 'POST', more: 'Transfer-Encoding: chunked\r\n' })}${chunks}`,
      )
      expect([answer.status, findHeaderFaults(answer), isWhole]).toEqual([400, [], false])
    },
  )

  it('to a protocol upgrade is the same as without it', async () => {
    const port = await serve((_request, response) => response.end('page'))
    const answer = await sent(port, ask('/', { more: 'Upgrade: websocket\r\n' }))
    expect([answer.status, answer.body, findHeaderFaults(answer)]).toEqual([200, 'page', []])
  })

  it('keeps the headers that its handler set', async () => {
    const own = {
      'content-security-policy': "frame-ancestors 'none'; script-src 'self'",
      'x-request-id': 'abcdefgh12345678',
    }
    const port = await serve((_request, response) => {
      response.setHeader('cache-control', 'no-transform')
      response.writeHead(200, own).end('page')
    })
    const { headers } = await sent(port, ask('/api/events'))
    expect(headers.get('content-security-policy')).toBe(own['content-security-policy'])
    expect(headers.get('x-request-id')).toBe(own['x-request-id'])
    expect(headers.get('cache-control')).toBe('no-transform')
    expect(headers.has('strict-transport-security')).toBe(false)
    const behindTls = await sent(port, ask('/', { more: 'x-forwarded-proto: https\r\n' }))
    expect(behindTls.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
  })

  it('leaves the caching of files and the policy of workers to Next', async () => {
    const port = await serve((_request, response) => response.end('file'))
    const { headers } = await sent(port, ask('/_next/static/chunks/a.js'))
    expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
    expect(headers.has('cache-control')).toBe(false)
  })
})

describe('an error response', { tags: ['S27'] }, () => {
  const makers: Record<string, Listener> = {
    'in one piece': (_request, response) => {
      response.statusCode = 500
      response.end('Internal Server Error at /srv/build/chunk.js:1')
    },
    'in pieces': (_request, response) => {
      response.writeHead(500, ['content-type', 'text/html', 'link', '</srv/a>', 'link', '</srv/b>'])
      response.write('<html>/srv/build')
      response.write('more')
      response.end()
    },
    compressed: (_request, response) => {
      response.writeHead(500, 'Oh /srv', { 'content-encoding': 'gzip', 'content-type': 'text/html' })
      response.end(gzipSync('/srv/build'))
    },
  }
  it.each(Object.keys(makers))('that no handler under /api created becomes problem+json (%s)', async (name) => {
    const port = await serve(makers[name] ?? (() => {}))
    const answer = await sent(port, ask('/api/x'))
    expect([answer.status, findHeaderFaults(answer)]).toEqual([500, []])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(JSON.parse(answer.body)).toMatchObject({
      status: 500,
      code: 'internal',
      requestId: answer.headers.get('x-request-id'),
    })
    expect(JSON.stringify([...answer.headers, answer.body])).not.toContain('srv')
    expect(told).toHaveLength(1)
    expect((await sent(port, ask('/api/x', { method: 'HEAD' }))).body).toBe('')
  })

  it('of a handler or outside /api is left unchanged', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(404, { 'x-request-id': 'abcdefgh12345678' }).end('mine')
    })
    expect((await sent(port, ask('/api/x'))).body).toContain('mine')
    expect((await sent(port, ask('/page'))).body).toContain('mine')
    expect(told).toEqual([])
  })
})

it('the length that a handler states for its body is sent as Content-Length', async () => {
  const port = await serve((_request, response) => {
    // As Next sets it.
    response.setHeader('x-content-length', ['4'])
    response.write('text')
    response.end()
  })
  const { headers, body } = await sent(port, ask('/api/x'))
  expect([headers.get('content-length'), headers.has('x-content-length'), body]).toEqual(['4', false, 'text'])
})

it('headers wait for the beginning of the body, so that both leave at once', async () => {
  const { port, begun, hasBegun } = await serveByHand()
  const answer = sent(port, ask('/api/x'))
  await hasBegun('/api/x')
  const response = begun.get('/api/x')
  response?.flushHeaders()
  expect(response?.headersSent).toBe(false)
  response?.write('te')
  expect(response?.headersSent).toBe(true)
  response?.end('xt')
  expect((await answer).body).toContain('te')
})

describe('malformed requests', () => {
  let port = 0
  let failed: unknown = null
  beforeAll(async () => {
    // The server reads an address as Next does: it decodes the parts of the path, and parses the address as a URL.
    port = await serve((request, response) => {
      try {
        decodeURIComponent(new URL(request.url ?? '', 'http://localhost').pathname)
        response.statusCode = 404
      } catch (error) {
        failed = error
        response.statusCode = 500
      }
      response.end('Not Found')
    })
    // The server stays open from one test to the next.
    open.length = 0
  })
  afterAll(() => {
    expect(failed).toBeNull()
  })

  it('never end in a 500, and every response has our headers and a request id', { tags: ['S40'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(malformedRequest, { minLength: 20, maxLength: 20 }), async (texts) => {
        const faults = await Promise.all(texts.map((text) => findFaults(port, text)))
        expect(faults.flat()).toEqual([])
      }),
      { numRuns: runs(100, 15) },
    )
  })

  it('write at most 3,000 log lines a minute, without the query of the address', { tags: ['full'] }, async () => {
    const flooded = await serve((_request, response) => response.end())
    const { socket, ended } = openSocket(flooded)
    socket.write('GET /%ff?q=secret HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3_100) + ask('/%ff'))
    expect((await ended).match(/^HTTP\/1\.1 400/gm)).toHaveLength(3_101)
    expect(counted).toHaveLength(3_101)
    expect(told).toHaveLength(3_000)
    expect(JSON.stringify(told)).not.toContain('secret')
  })
})

describe('a slow client', { tags: ['S21'] }, () => {
  const limits = { headersTimeout: 150, requestTimeout: 300 }

  it('is disconnected when its headers do not arrive in time', async () => {
    const port = await serve((_request, response) => response.end('page'), limits)
    const { socket, ended } = openSocket(port)
    const drip = setInterval(() => socket.write('x'), 20)
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nx-slow: ')
    const bytes = await ended
    clearInterval(drip)
    expect(bytes).toMatch(/^HTTP\/1\.1 408 /)
    expect(told.map(([, { status, reason }]) => [status, reason])).toEqual([[408, 'ERR_HTTP_REQUEST_TIMEOUT']])
  })

  it('is disconnected when its body does not arrive in time, no matter what reads the body', async () => {
    const port = await serve((request, response) => request.on('end', () => response.end('page')).resume(), limits)
    const { socket, ended } = openSocket(port)
    socket.write('POST /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n')
    const drip = setInterval(() => socket.write('x'), 20)
    const bytes = await ended
    clearInterval(drip)
    expect(bytes).toMatch(/^HTTP\/1\.1 408 [^]*application\/problem\+json/)
  })

  it('gets a response that takes longer than any limit for requests', async () => {
    const port = await serve((_request, response) => {
      response.write('begun ')
      setTimeout(() => response.end('done'), 600)
    }, limits)
    expect((await sent(port, ask('/api/events'))).body).toContain('done')
  })

  it('gets no response when it opens a connection without a request', async () => {
    const port = await serve((_request, response) => response.end('page'), limits)
    expect(await openSocket(port).ended).toBe('')
    expect(told).toEqual([])
  })

  it('gets no second response in the middle of a running one', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('begun')
    }, limits)
    const { socket, ended } = openSocket(port)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    socket.once('data', () => socket.write('nonsense\r\n\r\n'))
    expect((await ended).match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

/** Requests that have reached Next, by path. The test ends each response. */
const serveByHand = async () => {
  const begun = new Map<string, ServerResponse>()
  const waiting = new Map<string, () => void>()
  const port = await serve((request, response) => {
    const path = request.url ?? ''
    begun.set(path, response)
    waiting.get(path)?.()
  })
  const hasBegun = (path: string) =>
    begun.has(path) ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(path, resolve))
  return { port, begun, hasBegun }
}
const ownedBy = (owner: string) => ({ more: `x-owner: ${owner}\r\n` })

describe('a burst of one person', { tags: ['S30'] }, () => {
  it('waits while another person is served at once', async () => {
    const { port, begun, hasBegun } = await serveByHand()
    const burst = [sent(port, ask('/api/1', ownedBy('ada')))]
    await hasBegun('/api/1')
    burst.push(sent(port, ask('/api/2', ownedBy('ada'))))
    const other = sent(port, ask('/api/list', ownedBy('bob')))
    await hasBegun('/api/list')
    begun.get('/api/list')?.end('list')
    expect((await other).body).toBe('list')
    expect([...begun.keys()]).toEqual(['/api/1', '/api/list'])
    begun.get('/api/1')?.end('1')
    await hasBegun('/api/2')
    begun.get('/api/2')?.end('2')
    expect((await Promise.all(burst)).map(({ body }) => body)).toEqual(['1', '2'])
  })

  it('continues when an endless response has begun, and when a client disconnects', async () => {
    const { port, begun, hasBegun } = await serveByHand()
    const { socket: stream } = openSocket(port)
    stream.write(ask('/api/events', ownedBy('ada')))
    await hasBegun('/api/events')
    begun.get('/api/events')?.write('data')
    const { socket: leaver } = openSocket(port)
    leaver.write(ask('/api/left', ownedBy('ada')))
    await hasBegun('/api/left')
    leaver.destroy()
    const last = sent(port, ask('/api/last', ownedBy('ada')))
    await hasBegun('/api/last')
    begun.get('/api/last')?.end('last')
    expect((await last).status).toBe(200)
    stream.destroy()
  })

  it("is refused beyond the queue's length before it reaches Next, with a problem that has the waiting time", async () => {
    const { port, begun, hasBegun } = await serveByHand()
    const first = sent(port, ask('/api/0', ownedBy('ada')))
    await hasBegun('/api/0')
    const all = [1, 2, 3, 4].map((at) => sent(port, ask(`/api/${at}`, ownedBy('ada'))))
    const refused = await Promise.race(all)
    expect([refused.status, refused.headers.get('retry-after'), findHeaderFaults(refused)]).toEqual([429, '3', []])
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'throttled', retryAfterSeconds: 3 })
    expect([[...begun.keys()], counted.length, told.length]).toEqual([['/api/0'], 1, 0])
    const page = await sent(port, ask('/inspections', ownedBy('ada')))
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '3'])
    begun.get('/api/0')?.end('ok')
    expect((await first).status).toBe(200)
  })
})

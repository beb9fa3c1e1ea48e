import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DELETE, GET, PATCH, POST, PUT } from '@/app/api/service/[...path]/route'
import { systemClock } from '@/lib/clock'
import { can, roles, type Role } from '@/lib/access/permissions'
import { installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { operationNames, operationOf } from '@/lib/service/endpoints'
import { service, setServiceTarget } from '@/lib/service/instance'
import { runs } from '@/lib/testing/random-runs'
import { configureThrottle } from '@/lib/web/throttle'

const canary = 'tok_canary_0123456789abcdef'
let db: TestDatabase
let auth: TestAuth
let cookies: Record<Role, string>

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
let seen: Seen[] = []
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void
const upstream = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    answer(request, response, body)
  })
})

const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

const unlimited = { burst: 1e9, perSecond: 1e9 }

beforeAll(async () => {
  db = await openTestDatabase()
  // Writes are in the log before they are sent.
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await service().close()
  upstream.closeAllConnections()
  upstream.close()
  await db.close()
})
beforeEach(async () => {
  seen = []
  answer = (_request, response) => json(response, 200, { ok: true })
  auth = installTestAuth(db, systemClock)
  configureThrottle({ general: unlimited, media: unlimited, exports: unlimited })
  const buckets = Object.fromEntries(operationNames.map((name) => [operationOf(name).bucket, 1e6]))
  const { port } = upstream.address() as AddressInfo
  setServiceTarget({ baseUrl: `http://127.0.0.1:${port}`, token: canary, limits: buckets })
  const cookieOf = async (role: Role) => (await auth.signInAs((await auth.addPerson(role)).userId)).cookie
  cookies = { viewer: await cookieOf('viewer'), editor: await cookieOf('editor'), admin: await cookieOf('admin') }
})

const handlers = { DELETE, GET, PATCH, POST, PUT }
type Method = keyof typeof handlers
function ask(
  method: Method | 'HEAD',
  path: string,
  init: { cookie?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal } = {},
) {
  const isSafe = method === 'GET' || method === 'HEAD'
  const headers = {
    ...(isSafe ? (init.cookie === undefined ? {} : { cookie: init.cookie }) : auth.honest(init.cookie)),
    ...init.headers,
  }
  const request = new Request(`http://127.0.0.1:3000/api/service${path}`, {
    method,
    headers,
    ...(init.body === undefined ? {} : { body: init.body }),
    ...(init.signal === undefined ? {} : { signal: init.signal }),
  })
  return handlers[method === 'HEAD' ? 'GET' : method](request, { params: Promise.resolve({}) })
}

describe('the pass-through', () => {
  it('answers a documented operation at its own path, and passes on its query', async () => {
    answer = (_request, response) =>
      json(response, 200, { count: 0 }, { 'x-ratelimit-remaining': '7', 'set-cookie': 'a=b', server: 'x' })
    const response = await ask(
      'GET',
      '/audits/search?field=audit_id&field=modified_at&modified_after=2026-01-01T00:00:00.000Z',
      {
        cookie: cookies.viewer,
      },
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ count: 0 })
    expect(seen.map(({ url }) => url)).toEqual([
      '/audits/search?field=audit_id&field=modified_at&modified_after=2026-01-01T00:00:00.000Z',
    ])
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${canary}`)
    expect(response.headers.get('x-ratelimit-remaining')).toBe('7')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('server')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it(
    'lets each role run the reads that its permissions allow, lets only admins write, and refuses people without a session',
    { tags: ['S4'] },
    async () => {
      for (const name of operationNames) {
        const { method, path, permission, isSecret = false, repeatable: isRead } = operationOf(name)
        const filled = path.replace(/\/:[A-Za-z]+/g, '/id_1')
        const body = method === 'GET' ? {} : { body: '{}' }
        for (const role of [...roles, null]) {
          seen = []
          const response = await ask(method, filled, { ...body, ...(role === null ? {} : { cookie: cookies[role] }) })
          const cell = [name, role, response.status, seen.length]
          await response.body?.cancel()
          if (role === null) expect(cell).toEqual([name, role, 401, 0])
          // A write that does not fit the operation's schema is refused after the permission check, and is not sent.
          // Operations whose response is a secret are never available through the pass-through.
          else if (can(role, permission) && (isRead || role === 'admin') && !isSecret)
            expect([
              [200, 1],
              [400, 0],
            ]).toContainEqual(cell.slice(2))
          else expect(cell).toEqual([name, role, 403, 0])
        }
      }
    },
  )

  it('refuses raw writes of editors, even of operations that editors may use on screens', async () => {
    const forged: ReadonlyArray<readonly [Method, string, unknown]> = [
      ['PATCH', '/assets/v1/assets/asset_1/archive', {}],
      ['DELETE', '/assets/v1/assets/asset_1/archive', {}],
      ['PUT', '/assets/v1/assets/bulk', { assets: [{ id: 'asset_1' }], update_mask: 'statuses' }],
      ['POST', '/audits', { template_id: 'template_1' }],
      ['POST', '/audits/audit_1/export', {}],
    ]
    for (const [method, path, body] of forged) {
      const response = await ask(method, path, { cookie: cookies.editor, body: JSON.stringify(body) })
      const { code, detail } = (await response.json()) as { code: string; detail: string }
      expect([path, response.status, code]).toEqual([path, 403, 'forbidden'])
      expect(detail).toMatch(
        /^(?:Your role \(Editor\) does not allow this\.|Only admins can run write operations here\.)$/,
      )
    }
    expect(seen).toEqual([])
    const list = { cookie: cookies.viewer, body: '{}' }
    expect((await ask('POST', '/assets/v1/assets/list', list)).status).toBe(200)
  })

  it(
    'passes on nothing that is not documented: unknown paths get 404, other methods 405 with the allowed methods',
    { tags: ['S22'] },
    async () => {
      const paths = [
        '/',
        '/audits',
        '/audits/',
        '/audits/search/x',
        '//audits/search',
        '/audits/%2e%2e/users',
        '/audits/a%2fb',
        '/audits/a%00',
        '/audits/%',
        '/audits/%ff',
        '/AUDITS/search',
        '/feed/inspections',
        '/audits/a b',
        '/audits/a?x#y/..',
      ]
      for (const path of paths) {
        const response = await ask('GET', path, { cookie: cookies.admin })
        if (!path.startsWith('/audits/a?')) expect([path, [404, 405].includes(response.status)]).toEqual([path, true])
      }
      expect(seen.map(({ url }) => url)).toEqual(['/audits/a?x'])
      seen = []
      const refused = await ask('DELETE', '/audits/search', { cookie: cookies.admin })
      expect(refused.status).toBe(405)
      expect(refused.headers.get('allow')).toContain('GET')
      expect(seen).toEqual([])
    },
  )

  it('sends the service only the headers that it needs', { tags: ['S8'] }, async () => {
    const headers = {
      // A password for a server in front of the console; `Bearer` would be an API token of the console itself.
      authorization: 'Basic mine',
      cookie: cookies.viewer,
      'x-forwarded-for': '1.2.3.4',
      'x-request-id': 'mine',
      'x-safetyculture-token': 'x',
      'user-agent': 'browser',
      'accept-language': 'de',
      referer: 'http://127.0.0.1:3000/x',
      range: 'bytes=0-1',
      host: 'evil.example',
    }
    await ask('GET', '/audits/a/media/m', { headers })
    const allowed = new Set([
      'accept',
      // Set by the service client, whatever the browser sent.
      'accept-encoding',
      'authorization',
      'connection',
      'content-type',
      'host',
      'range',
      'user-agent',
      'x-request-id',
    ])
    expect(Object.keys(seen[0]?.headers ?? {}).filter((name) => !allowed.has(name))).toEqual([])
    expect(seen[0]?.headers['range']).toBe('bytes=0-1')
    expect(seen[0]?.headers['authorization']).not.toContain('mine')
    expect(seen[0]?.headers['x-request-id']).not.toBe('mine')
    expect(seen[0]?.headers['user-agent']).not.toBe('browser')
  })

  it('passes on a valid JSON body byte for byte, and refuses requests from other sites', async () => {
    const body = '{"name": "Bay doors",  "x":1}'
    const create = operationNames.find((name) => operationOf(name).path === '/assets/v1/status-groups')
    expect(create).toBeDefined()
    const response = await ask('POST', '/assets/v1/status-groups/list', { cookie: cookies.viewer, body })
    expect(response.status).toBe(200)
    expect(seen.map((request) => request.body)).toEqual([body])
    seen = []
    for (const bad of ['{', '{"__proto__":{}}', '\u0000'])
      expect((await ask('POST', '/assets/v1/status-groups/list', { cookie: cookies.viewer, body: bad })).status).toBe(
        400,
      )
    const foreign = { cookie: cookies.admin, body, headers: { origin: 'https://evil.example' } }
    expect((await ask('POST', '/assets/v1/status-groups', foreign)).status).toBe(403)
    expect(seen).toEqual([])
  })

  it('passes on error bodies that are meant for the caller, and answers all other errors in its own words', async () => {
    const statuses: Array<[number, number]> = [
      [400, 400],
      [401, 502],
      [403, 502],
      [404, 404],
      [409, 409],
      [422, 422],
      [501, 502],
    ]
    for (const [given, expected] of statuses) {
      answer = (_request, response) => json(response, given, { error: 'from the service' })
      const response = await ask('POST', '/assets/v1/status-groups/list', { cookie: cookies.admin, body: '{}' })
      expect([given, response.status]).toEqual([given, expected])
      const text = await response.text()
      expect(text.includes('from the service')).toBe(given === expected)
      if (given !== expected) expect(response.headers.get('content-type')).toBe('application/problem+json')
    }
  })

  it('never returns the markup of a proxy or a token that is echoed', async () => {
    answer = (request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<script>alert(1)</script>${request.headers.authorization}`)
    const markup = await ask('GET', '/audits/a', { cookie: cookies.admin })
    expect(markup.status).toBe(502)
    expect(await markup.text()).not.toMatch(/<script>|canary/)
    answer = (request, response) => json(response, 400, { echoed: request.headers.authorization })
    expect(await (await ask('GET', '/audits/a', { cookie: cookies.admin })).text()).not.toContain('canary')
  })

  it(
    'shows only nine types of files inline, and keeps the type of a download only if no browser can run it',
    { tags: ['S18'] },
    async () => {
      const bare = 'application/octet-stream'
      const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
      for (const [type, kept, shown] of [
        ['image/jpeg', 'image/jpeg', true],
        ['application/pdf', 'application/pdf', true],
        ['image/heic', 'image/heic', false],
        ['IMAGE/HEIC; charset=x', 'image/heic', false],
        ['video/quicktime', 'video/quicktime', true],
        ['audio/mpeg', 'audio/mpeg', false],
        ['text/plain; charset=utf-8', 'text/plain', false],
        [word, word, false],
        ['text/html', bare, false],
        ['image/svg+xml', bare, false],
        ['application/xhtml+xml', bare, false],
        ['text/xml', bare, false],
        ['text/javascript', bare, false],
        ['text/css', bare, false],
        ['application/wasm', bare, false],
        ['application/x-shockwave-flash', bare, false],
        ['application/vnd.mozilla.xul+xml', bare, false],
        ['image/heic, text/html', bare, false],
        ['image/*', bare, false],
      ] as const) {
        answer = (_request, response) =>
          response.writeHead(200, { 'content-type': type }).end('<script>alert(1)</script>')
        const { headers, status } = await ask('GET', '/audits/a/media/m', { cookie: cookies.viewer })
        expect([type, status, headers.get('content-type')]).toEqual([type, 200, kept])
        expect(headers.get('content-disposition')?.startsWith(shown ? 'inline' : 'attachment')).toBe(true)
        expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      }
    },
  )

  it('returns a large file completely, a range of it as a part, and HEAD without a body', async () => {
    const file = Buffer.alloc(3_000_000, 'x')
    answer = (request, response) => {
      if (request.headers.range === undefined)
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length, etag: '"1"' }).end(file)
      else
        response
          .writeHead(206, {
            'content-type': 'video/mp4',
            'content-range': `bytes 0-9/${file.length}`,
            'content-length': 10,
          })
          .end(file.subarray(0, 10))
    }
    const whole = await ask('GET', '/audits/a/media/m', { cookie: cookies.viewer })
    expect(whole.headers.get('etag')).toBe('"1"')
    expect((await whole.arrayBuffer()).byteLength).toBe(file.length)
    const part = await ask('GET', '/audits/a/media/m', { cookie: cookies.viewer, headers: { range: 'bytes=0-9' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-9/${file.length}`])
    expect((await part.arrayBuffer()).byteLength).toBe(10)
    const head = await ask('HEAD', '/audits/a/media/m', { cookie: cookies.viewer })
    expect([head.status, head.body]).toEqual([200, null])
  })

  it('ends the request to the service when the reader leaves', { tags: ['full'] }, async () => {
    let closed = 0
    answer = (_request, response) => {
      response.on('close', () => (closed += 1))
      response.writeHead(200, { 'content-type': 'video/mp4' })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
        response.once('drain', more)
      }
      more()
    }
    for (let run = 0; run < 20; run += 1) {
      const abort = new AbortController()
      const response = await ask('GET', '/audits/a/media/m', { cookie: cookies.viewer, signal: abort.signal })
      const reader = response.body?.getReader()
      await reader?.read()
      if (run % 2 === 0) abort.abort()
      else await reader?.cancel()
      await expect.poll(() => closed).toBe(run + 1)
    }
  })

  const wanted = runs(5_000, 200)
  it(
    `never returns a response to the wrong person: ${wanted} interleaved requests, some aborted`,
    { tags: ['S26'] },
    async () => {
      answer = (request, response) => json(response, 200, { path: request.url })
      let wrong = 0
      await Promise.all(
        Array.from({ length: 40 }, async (_, worker) => {
          for (let run = 0; run < wanted / 40; run += 1) {
            const id = `w${worker}_${run}`
            const abort = new AbortController()
            const cookie = worker % 2 === 0 ? cookies.viewer : cookies.admin
            const asking = ask('GET', `/audits/${id}`, { cookie, signal: abort.signal })
            if (run % 7 === 0) abort.abort()
            const response = await asking
            const text = await response.text().catch(() => '')
            if (response.status === 200 && text !== '' && text !== `{"path":"/audits/${id}"}`) wrong += 1
            if (run % 7 !== 0 && response.status !== 200) wrong += 1
          }
        }),
      )
      expect(wrong).toBe(0)
    },
  )
})

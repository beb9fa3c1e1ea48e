import * as fc from 'fast-check'
import * as z from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { AppError } from '@/lib/errors'
import { requestContext } from '@/lib/web/request-context'
import { runs } from '@/lib/testing/random-runs'
import { findCaller } from './known-callers'
import { declarationOf, route, type RouteHandler } from './route'
import { configureThrottle, limits } from '@/lib/web/throttle'

let db: TestDatabase
let auth: TestAuth
let clock: HandClock
let cookies: Record<'viewer' | 'editor' | 'admin', string>

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  clock = new HandClock()
  auth = installTestAuth(db, clock)
  configureThrottle({}, clock)
  const cookieOf = async (role: 'viewer' | 'editor' | 'admin') =>
    (await auth.signInAs((await auth.addPerson(role)).userId)).cookie
  cookies = { viewer: await cookieOf('viewer'), editor: await cookieOf('editor'), admin: await cookieOf('admin') }
})

const url = 'http://127.0.0.1:3000/api/things'
const noParams = { params: Promise.resolve({}) }
const get = (handler: RouteHandler, query = '', headers: Record<string, string> = {}) =>
  handler(new Request(url + query, { headers }), noParams)
const post = (handler: RouteHandler, body: BodyInit | null, headers: Record<string, string>) =>
  handler(new Request(url, { method: 'POST', headers, body }), noParams)

const failing = (error: unknown) =>
  route({ access: 'public' }, () => {
    throw error
  })

describe('a route', () => {
  it('refuses without a session or without the permission, before anything is read', async () => {
    let calls = 0
    const handler = route({ access: 'status-groups:write', body: z.object({}) }, () => (calls += 1))
    expect((await post(handler, '{', auth.honest())).status).toBe(401)
    expect((await post(handler, '{', auth.honest(cookies.viewer))).status).toBe(403)
    expect((await post(handler, '{', auth.honest(cookies.editor))).status).toBe(403)
    expect(calls).toBe(0)
    expect((await post(handler, '{}', auth.honest(cookies.admin))).status).toBe(200)
    expect(calls).toBe(1)
  })

  it('releases the body of a HEAD, which nobody reads', async () => {
    let left: unknown = null
    const body = () => new ReadableStream({ cancel: (reason) => void (left = reason) })
    const handler = route({ access: 'public' }, () => new Response(body(), { headers: { 'x-kept': '1' } }))
    const answer = await handler(new Request(url, { method: 'HEAD' }), noParams)
    expect([answer.status, answer.body, answer.headers.get('x-kept')]).toEqual([200, null, '1'])
    expect(left).toBeInstanceOf(Error)
    expect((await get(handler)).body).not.toBeNull()
  })

  it('has its declaration as a property, which a plain function lacks', () => {
    const declaration = { access: 'inspections:read' } as const
    expect(declarationOf(route(declaration, () => null))).toBe(declaration)
    expect(declarationOf(() => null)).toBeNull()
    expect(declarationOf({})).toBeNull()
  })

  it('accepts an unsafe request only from its own pages', { tags: ['S9'] }, async () => {
    let writes = 0
    const handler = route({ access: 'signed-in', body: z.object({ a: z.number() }) }, () => (writes += 1))
    const honest = auth.honest(cookies.admin)
    const foreign: Array<Record<string, string | null>> = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'http://127.0.0.1:3001' },
      { origin: 'https://127.0.0.1:3000' },
      { origin: 'http://127.0.0.1:3000.evil.example' },
      { origin: 'http://evil@127.0.0.1:3000' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': null },
      { origin: null },
      { origin: null, 'sec-fetch-site': null },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'x-requested-with': null },
      { 'x-requested-with': 'XMLHttpRequest' },
    ]
    for (const change of foreign) {
      const headers = new Headers(honest)
      for (const [name, value] of Object.entries(change))
        if (value === null) headers.delete(name)
        else headers.set(name, value)
      const response = await handler(new Request(url, { method: 'POST', headers, body: '{"a":1}' }), noParams)
      expect([change, response.status]).toEqual([change, 403])
    }
    expect(writes).toBe(0)
    // Older browsers and programs do not send Sec-Fetch-Site.
    const old = new Headers(honest)
    old.delete('sec-fetch-site')
    for (const headers of [old, new Headers(honest)])
      expect((await handler(new Request(url, { method: 'POST', headers, body: '{"a":1}' }), noParams)).status).toBe(200)
    expect((await post(handler, '{"a":1}', { ...honest, origin: 'http://localhost:3000' })).status).toBe(200)
    expect(writes).toBe(3)
  })

  it('treats a GET as a GET, even if it sends a method override', { tags: ['S9'] }, async () => {
    const handler = route({ access: 'signed-in' }, ({ request }) => ({ method: request.method }))
    const headers = {
      cookie: cookies.viewer,
      'x-http-method-override': 'DELETE',
      'x-method-override': 'DELETE',
    }
    expect(await (await get(handler, '', headers)).json()).toEqual({ method: 'GET' })
    const own = route({ access: 'signed-in', ownQuery: true }, ({ request }) => ({ method: request.method }))
    expect(await (await get(own, '?_method=DELETE', headers)).json()).toEqual({ method: 'GET' })
  })

  it('sends every response, success or problem, as private, with nosniff and a request id', async () => {
    const handlers: Record<string, RouteHandler> = {
      json: route({ access: 'public' }, () => ({ a: 1 })),
      nothing: route({ access: 'public' }, () => undefined),
      own: route({ access: 'public' }, () => new Response('x', { headers: { 'cache-control': 'public, max-age=60' } })),
      problem: route({ access: 'public' }, () => {
        throw new AppError('conflict', 'Someone else changed it.')
      }),
      error: route({ access: 'public' }, () => {
        throw new Error('boom')
      }),
      denied: route({ access: 'signed-in' }, () => null),
    }
    for (const [name, handler] of Object.entries(handlers)) {
      const { headers } = await get(handler)
      expect([name, headers.get('cache-control')]).toEqual([name, 'private, no-store'])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('content-security-policy')).toContain('sandbox')
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{16}$/)
    }
  })

  it('lets browsers store responses that are declared as storable, with revalidation, but never problems', async () => {
    const answers = {
      good: new Response('x'),
      same: new Response(null, { status: 304 }),
      gone: new Response('', { status: 404 }),
    }
    const cacheOf = async (result: () => unknown) =>
      (await get(route({ access: 'public', cache: 'revalidate' }, result))).headers.get('cache-control')
    expect(await cacheOf(() => answers.good)).toBe('private, no-cache')
    expect(await cacheOf(() => answers.same)).toBe('private, no-cache')
    expect(await cacheOf(() => answers.gone)).toBe('private, no-store')
    expect(
      await cacheOf(() => {
        throw new AppError('not_found', 'Not there.')
      }),
    ).toBe('private, no-store')
    const denied = route({ access: 'signed-in', cache: 'revalidate' }, () => answers.good)
    expect((await get(denied)).headers.get('cache-control')).toBe('private, no-store')
  })

  const failures = runs(5_000, 1_000)
  it(
    `never reveals the cause of an error: ${failures} failing responses are problems with only the logged request id`,
    { tags: ['S27'] },
    async () => {
      const secrets = [
        'select * from users',
        '/work/secret/path.ts',
        'db.internal:5432',
        'tok_canary_1234567890',
        '    at fn (',
      ]
      for (let run = 0; run < failures; run += 1) {
        const cause = new Error(secrets.join(' '), { cause: { token: secrets[3] } })
        const handler = route({ access: 'public' }, () => {
          if (run % 3 === 0) throw cause
          if (run % 3 === 1) throw new AppError('upstream_refused', 'The service refused.', { cause })
          // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- libraries do
          throw secrets.join(' ')
        })
        const response = await get(handler)
        const text = await response.text()
        expect(response.headers.get('content-type')).toBe('application/problem+json')
        for (const secret of secrets) expect(text).not.toContain(secret)
        const problem = JSON.parse(text) as { requestId: string; status: number }
        expect(problem.status).toBe(response.status)
        expect(response.status).toBe(run % 3 === 1 ? 502 : 500)
        expect(auth.events.at(-1)?.fields['requestId']).toBe(problem.requestId)
      }
    },
  )

  it('logs an error with its cause, but none when the client left', async () => {
    const cause = new Error('boom')
    await get(failing(new AppError('upstream_failed', 'The service failed.', { cause })), '?q=private')
    expect(auth.events.at(-1)).toMatchObject({ level: 'error', fields: { err: cause, path: '/api/things' } })
    const abort = new AbortController()
    abort.abort()
    await get(failing(abort.signal.reason))
    expect(auth.events.at(-1)?.level).toBe('debug')
    await get(failing(new AppError('not_found', 'It is not there.')))
    expect(auth.events.at(-1)?.level).toBe('debug')
  })

  it('describes each invalid field without quoting its value', async () => {
    const body = z.object({ name: z.string().min(1), options: z.array(z.object({ label: z.string() })) })
    const handler = route({ access: 'signed-in', body }, () => null)
    const sent = { name: '', options: [{ label: 7 }], secret: 'tok_canary_1234567890' }
    const response = await post(handler, JSON.stringify(sent), auth.honest(cookies.viewer))
    expect(response.status).toBe(422)
    const problem = (await response.json()) as { code: string; fields: Record<string, string> }
    expect(problem.code).toBe('invalid')
    expect(Object.keys(problem.fields)).toEqual(['name', 'options.0.label'])
    expect(JSON.stringify(problem)).not.toContain('canary')
  })

  it('returns only the fields of the response schema', async () => {
    const handler = route({ access: 'public', answer: z.object({ a: z.number() }) }, () => ({
      a: 1,
      password_hash: 'x',
    }))
    expect(await (await get(handler)).json()).toEqual({ a: 1 })
    const wrong = route({ access: 'public', answer: z.object({ a: z.number() }) }, () => ({ a: 'secret value' }))
    const response = await get(wrong)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret value')
  })

  it('has a request context for all log lines as soon as the caller is checked', async () => {
    const known: Array<string | undefined> = []
    const note = () => (known.push(requestContext()?.requestId), true)
    const handler = route({ access: 'public', query: z.object({}).refine(note) }, note)
    const { headers } = await get(handler)
    const id = headers.get('x-request-id')
    expect(known).toEqual([id, id])
    const refused = await get(route({ access: 'public', query: z.object({}).refine(() => (note(), false)) }, note))
    expect(known.slice(2)).toEqual([refused.headers.get('x-request-id')])
    expect(requestContext()).toBeUndefined()
  })

  it('says how long it worked, with any kind of response', async () => {
    const handlers: Record<string, RouteHandler> = {
      json: route({ access: 'public' }, () => ({ a: 1 })),
      nothing: route({ access: 'public' }, () => null),
      own: route({ access: 'public' }, () => new Response('text')),
      // The pass-through and the stream of events respond in this way, with all headers at once.
      whole: route({ access: 'public' }, ({ requestId }) => {
        return new Response('text', { headers: { 'x-request-id': requestId } })
      }),
      problem: failing(new AppError('conflict', 'Someone else changed it.')),
      error: failing(new Error('boom')),
      denied: route({ access: 'signed-in' }, () => null),
    }
    for (const [name, handler] of Object.entries(handlers)) {
      const { headers } = await get(handler)
      expect([name, headers.get('server-timing')]).toEqual([name, expect.stringMatching(/^handler;dur=\d+\.\d$/)])
    }
    const request = new Request('http://127.0.0.1:3000/api/things', { method: 'HEAD' })
    const head = await route({ access: 'public' }, () => new Response('text'))(request, { params: Promise.resolve({}) })
    expect(head.headers.get('server-timing')).toMatch(/^handler;dur=/)
  })

  it('reads repeated parameters as a list if a list is wanted, and refuses them otherwise', async () => {
    const query = z.object({
      template: z.array(z.string()).optional(),
      tag: z.preprocess((value) => value, z.array(z.string()).default([])),
      limit: z.coerce.number().int().max(100).default(50),
      q: z.string().optional(),
    })
    const handler = route({ access: 'public', query }, (input) => input.query)
    expect(await (await get(handler, '?template=a&template=b&limit=5')).json()).toEqual({
      template: ['a', 'b'],
      tag: [],
      limit: 5,
    })
    expect(await (await get(handler, '?template=a&tag=x')).json()).toEqual({ template: ['a'], tag: ['x'], limit: 50 })
    expect((await get(handler, '?template=a&tag=x&unknown=1')).status).toBe(422)
    expect((await get(handler, '?q=a&q=b')).status).toBe(422)
    expect((await get(handler, '?limit=x')).status).toBe(422)
  })

  it('never reaches a prototype: 500 generated queries and bodies', { tags: ['S29', 'R26'] }, async () => {
    const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype))
    const body = z.looseObject({ name: z.string().optional() })
    const query = z.looseObject({ q: z.string().optional() })
    const seen: unknown[] = []
    const handler = route({ access: 'signed-in', body, query }, (input) => {
      seen.push(input.body, input.query)
      return {}
    })
    const names = ['__proto__', 'constructor', 'prototype', 'name', 'q', 'toString']
    const key = fc.constantFrom(...names)
    const json = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('1', '"x"', 'null', '{"polluted":true}'),
        fc
          .array(fc.tuple(key, tie('node')), { maxLength: 3 })
          .map((entries) => `{${entries.map(([k, v]) => `"${k}":${v}`).join(',')}}`),
        fc.array(tie('node'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
      ),
    })).node
    await fc.assert(
      fc.asyncProperty(json, fc.array(fc.tuple(key, fc.string()), { maxLength: 4 }), async (text, pairs) => {
        configureThrottle({}, clock)
        const search = new URLSearchParams(pairs).toString()
        const request = new Request(`${url}?${search}`, {
          method: 'POST',
          headers: auth.honest(cookies.admin),
          body: text,
        })
        const response = await handler(request, noParams)
        expect([200, 422]).toContain(response.status)
        // JSON keeps only the last of two fields with the same name, so the route cannot see the first one.
        let isPoisoned = false
        JSON.parse(text, (name, value: unknown) => {
          if (name === '__proto__') isPoisoned = true
          return value
        })
        if (isPoisoned) expect(response.status).toBe(422)
      }),
      { numRuns: runs(500) },
    )
    expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(before)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    // About one in ten requests is accepted, so the handler did run.
    expect(seen.length).toBeGreaterThan(runs(20))
  })

  it('records the owner of a session for the request queue, until the session ends', { tags: ['S30'] }, async () => {
    const handler = route({ access: 'signed-in' }, () => ({}))
    const person = await auth.addPerson('viewer')
    const { cookie, sid } = await auth.signInAs(person.userId)
    const headers = new Headers({ cookie })
    expect(findCaller(headers)).toBeNull()
    expect((await get(handler, '', { cookie })).status).toBe(200)
    expect(findCaller(headers)).toBe(person.userId)
    expect(findCaller(new Headers({ cookie: `${cookie}x` }))).toBeNull()
    await auth.sessions.end(sid)
    expect((await get(handler, '', { cookie })).status).toBe(401)
    expect(findCaller(headers)).toBeNull()
  })

  it(
    'limits a person with too many requests without affecting others, and has a smaller limit for media',
    { tags: ['S30'] },
    async () => {
      const general = route({ access: 'signed-in' }, () => ({}))
      const media = route({ access: 'media:read', bucket: 'media' }, () => ({}))
      const count = async (handler: RouteHandler, cookie: string) => {
        let passed = 0
        for (let second = 0; second < 10; second += 1) {
          for (let run = 0; run < 100; run += 1) {
            const response = await get(handler, '', { cookie })
            if (response.status === 200) passed += 1
            else expect([response.status, Number(response.headers.get('retry-after')) >= 1]).toEqual([429, true])
          }
          clock.advance(1_000)
        }
        return passed
      }
      expect(await count(general, cookies.viewer)).toBe(limits.general.burst + 9 * limits.general.perSecond)
      expect(await count(media, cookies.editor)).toBe(limits.media.burst + 9 * limits.media.perSecond)
      expect((await get(general, '', { cookie: cookies.admin })).status).toBe(200)
    },
  )
})

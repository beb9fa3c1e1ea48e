import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DELETE, GET, PATCH, POST, PUT } from '@/app/api/service/[...path]/route'
import { installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { service, setServiceTarget } from '@/lib/service/instance'
import { startStandin, type Standin } from '@/lib/standin/server'
import { configureThrottle } from '@/lib/web/throttle'

/** Sends the same request to the pass-through and to the service itself, over real HTTP. */

let db: TestDatabase
let auth: TestAuth
let standin: Standin
let cookie: string

const unlimited = { burst: 1e9, perSecond: 1e9 }
const handlers = { DELETE, GET, PATCH, POST, PUT }

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  standin = await startStandin({ inspections: 60, assets: 5, users: 5, limits: 'off' })
})
afterAll(async () => {
  await service().close()
  await standin.close()
  await db.close()
})
beforeEach(async () => {
  auth = installTestAuth(db, systemClock)
  configureThrottle({ general: unlimited, media: unlimited, exports: unlimited })
  setServiceTarget({ baseUrl: standin.baseUrl, token: standin.token })
  cookie = (await auth.signInAs((await auth.addPerson('admin')).userId)).cookie
})

interface Asked {
  method?: keyof typeof handlers
  path: string
  headers?: Record<string, string>
  body?: string
}

function askUs({ method = 'GET', path, headers = {}, body }: Asked): Promise<Response> {
  const own = method === 'GET' ? { cookie } : auth.honest(cookie)
  const init = { method, headers: { ...own, ...headers }, ...(body === undefined ? {} : { body }) }
  return handlers[method](new Request(`http://127.0.0.1:3000/api/service${path}`, init), {
    params: Promise.resolve({}),
  })
}

function askService({ method = 'GET', path, headers = {}, body }: Asked): Promise<Response> {
  const own = {
    authorization: `Bearer ${standin.token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return fetch(`${standin.baseUrl}${path}`, {
    method,
    headers: { ...own, ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

const rateNames = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const
const rateOf = (response: Response) => rateNames.map((name) => response.headers.get(name))

const readRange = (response: Response) => [
  response.status,
  response.headers.get('content-range'),
  response.headers.get('etag'),
]

/** The path of a file in the demo with this extension. */
async function findFile(ext: string): Promise<string> {
  for (const { audit_id: auditId } of standin.control.truth('both')) {
    const response = await askService({ path: `/audits/${auditId}` })
    const { media = [] } = (await response.json()) as { media?: Array<{ media_id: string; file_ext: string }> }
    const found = media.find(({ file_ext: own }) => own === ext)
    if (found !== undefined) return `/audits/${auditId}/media/${found.media_id}`
  }
  throw new Error(`no ${ext} in the demo`)
}

describe('the pass-through compared with the service', () => {
  it.each([
    '/audits/search?field=modified_at',
    '/audits/search?field=audit_id&modified_after=yesterday',
    '/audits/search?field=audit_id&limit=2000',
    '/audits/search?field=audit_id&limit=0',
    '/audits/search?field=audit_id&order=sideways',
    '/audits/search?field=audit_id&archived=maybe',
    '/audits/search?field=audit_id&limit=5&limit=6',
    '/templates/search?field=nothing',
    '/training/courses/v1?pageSize=0',
    '/training/individualleaderboards/v1/rankings',
    '/audits/audit_unknown',
  ])('answers the refused read %s with the same status, body, content type and rate headers', async (path) => {
    const [ours, theirs] = [await askUs({ path }), await askService({ path })]
    expect(theirs.status).toBeGreaterThanOrEqual(400)
    expect([ours.status, await ours.json()]).toEqual([theirs.status, await theirs.json()])
    expect(ours.headers.get('content-type')).toMatch(/^application\/json/)
    expect(ours.headers.get('x-ratelimit-limit')).toBe(theirs.headers.get('x-ratelimit-limit'))
    expect(rateOf(ours)).not.toContain(null)
  })

  it('passes on an upper-case sort order, which only the table of operations refuses', async () => {
    const path = '/audits/search?field=audit_id&order=ASC&limit=3'
    const [ours, theirs] = [await askUs({ path }), await askService({ path })]
    expect([ours.status, await ours.json()]).toEqual([200, await theirs.json()])
  })

  it('answers range requests alike: a part, a range beyond the end, and If-Range with the same or another tag', async () => {
    const path = await findFile('jpg')
    const tag = (await askService({ path })).headers.get('etag') ?? ''
    const cases: ReadonlyArray<readonly [Record<string, string>, number]> = [
      [{ range: 'bytes=0-9' }, 206],
      [{ range: 'bytes=99999999-' }, 416],
      [{ range: 'bytes=0-9', 'if-range': tag }, 206],
      [{ range: 'bytes=99999999-', 'if-range': tag }, 416],
      [{ range: 'bytes=99999999-', 'if-range': '"another"' }, 200],
      [{ 'if-none-match': tag }, 304],
    ]
    for (const [headers, status] of cases) {
      const [ours, theirs] = [await askUs({ path, headers }), await askService({ path, headers })]
      expect(readRange(ours)).toEqual([status, ...readRange(theirs).slice(1)])
      expect(Buffer.from(await ours.arrayBuffer()).equals(Buffer.from(await theirs.arrayBuffer()))).toBe(true)
      expect(rateOf(ours)).not.toContain(null)
    }
  })

  it(
    "answers 429 with the waiting time, in the path's error format, when the budget of the token is used up",
    { tags: ['full'] },
    async () => {
      const limited = await startStandin({ inspections: 3, assets: 1, users: 1, limits: 'table' })
      onTestFinished(() => limited.close())
      setServiceTarget({ baseUrl: limited.baseUrl, token: limited.token })
      const bodies = {
        '/audits/search?field=audit_id&limit=1': {
          statusCode: 429,
          error: 'Too Many Requests',
          message: 'Too Many Requests',
        },
        '/training/courses/v1?page=1&pageSize=1': { code: 8, message: 'Too Many Requests', details: [] },
      }
      for (const [path, body] of Object.entries(bodies)) {
        // Another program with the same token uses all but one request of the window.
        const headers = { authorization: `Bearer ${limited.token}` }
        for (let n = 0; n < 199; n += 1) await (await fetch(`${limited.baseUrl}${path}`, { headers })).arrayBuffer()
        const last = await askUs({ path })
        expect([last.status, last.headers.get('x-ratelimit-remaining')]).toEqual([200, '0'])
        limited.control.resetCounts()
        const refused = await askUs({ path })
        expect([refused.status, await refused.json()]).toEqual([429, body])
        const wait = refused.headers.get('retry-after')
        expect(Number(wait)).toBeGreaterThan(30)
        expect(rateOf(refused)).toEqual(['200', '0', wait])
        expect(Object.values(limited.control.counts())).toEqual([])
      }
    },
  )

  it('answers an invalid write with the error body that the service uses for the path, and does not send it', async () => {
    standin.control.record(true)
    const cases: ReadonlyArray<readonly [Asked, unknown]> = [
      [
        { method: 'POST', path: '/audits', body: '{}' },
        { statusCode: 400, error: 'Bad Request', message: expect.stringContaining('"template_id" ') as string },
      ],
      [
        { method: 'POST', path: '/assets/v1/status-groups/g/types', body: '{"type_ids":[]}' },
        { code: 3, message: expect.stringContaining('"type_ids" ') as string, details: [] },
      ],
      [
        { method: 'POST', path: '/assets/v1/status-groups', body: '{' },
        { code: 3, message: '"body" must be JSON', details: [] },
      ],
    ]
    for (const [asked, body] of cases) {
      const response = await askUs(asked)
      expect([asked.path, response.status, await response.json()]).toEqual([asked.path, 400, body])
      expect(rateOf(response)).not.toContain(null)
    }
    expect(standin.control.requests()).toEqual([])
  })
})

it('docs/api.md documents every way in which the pass-through differs from the service', () => {
  const text = readFileSync('docs/api.md', 'utf8')
  const section = text.slice(text.indexOf("## Differences from SafetyCulture's own API"))
  expect(section.length).toBeGreaterThan(500)
  for (const status of ['401', '403', '404', '405', '413', '415', '429', '502', '503', '504'])
    expect(section).toContain(status)
  expect(section).toContain('application/octet-stream')
})

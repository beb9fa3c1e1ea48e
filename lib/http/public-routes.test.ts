import os from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as report } from '@/app/api/csp-report/route'
import { GET as live } from '@/app/api/health/live/route'
import { GET as ready } from '@/app/api/health/ready/route'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { configureThrottle } from '@/lib/web/throttle'

let db: TestDatabase
let auth: TestAuth
const clock = new HandClock()
const context = { params: Promise.resolve({}) }

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => {
  auth = installTestAuth(db, clock)
  configureThrottle({}, clock)
})

/** The slot in which lib/db/instance keeps the database of the process. */
const slots = globalThis as unknown as Record<symbol, unknown>
const slot = slots as Record<symbol, { opening: Promise<unknown>; log: unknown }>
const log = { info: () => {}, warn: () => {}, error: () => {} }

const request = () => new Request('http://127.0.0.1:3000/api/health/ready')

describe('health', () => {
  it('is ready while the database responds, and gives no reason when it is not ready', async () => {
    slots[Symbol.for('sightline.settings')] = { dataDir: os.tmpdir() }
    slot[Symbol.for('sightline.database')] = { opening: Promise.resolve(db), log }
    expect((await ready(request(), context)).status).toBe(200)
    // The result is cached for some seconds, so the test discards it.
    slots[Symbol.for('sightline.readiness')] = undefined
    const broken = { transaction: () => Promise.reject(new Error('connect ECONNREFUSED /tmp/socket/.s.PGSQL.5432')) }
    slot[Symbol.for('sightline.database')] = { opening: Promise.resolve(broken), log }
    const response = await ready(request(), context)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await response.text()).not.toMatch(/ECONNREFUSED|socket|PGSQL/)
    expect((await live(new Request('http://127.0.0.1:3000/api/health/live'), context)).status).toBe(200)
  })
})

const send = (body: string, type: string, address = '198.51.100.7') =>
  report(
    new Request('http://127.0.0.1:3000/api/csp-report', {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'x-forwarded-for': address },
    }),
    context,
  )

describe('reports of refused content', () => {
  it('are logged in both formats, without query strings', async () => {
    const old = {
      'csp-report': {
        'document-uri': 'http://127.0.0.1:3000/x?q=private',
        'blocked-uri': 'inline',
        'effective-directive': 'script-src',
      },
    }
    const current = [
      {
        type: 'csp-violation',
        body: { documentURL: 'http://127.0.0.1:3000/y', blockedURL: 'eval', effectiveDirective: 'script-src' },
      },
    ]
    expect((await send(JSON.stringify(old), 'application/csp-report')).status).toBe(204)
    expect((await send(JSON.stringify(current), 'application/reports+json')).status).toBe(204)
    expect(auth.events.map(({ level, fields }) => [level, fields['csp']])).toMatchObject([
      ['warn', { directive: 'script-src', blocked: 'inline', page: 'http://127.0.0.1:3000/x' }],
      ['warn', { directive: 'script-src', blocked: 'eval', page: 'http://127.0.0.1:3000/y' }],
    ])
  })

  it('are limited in size, number and rate, and invalid ones are not logged', async () => {
    expect((await send('x'.repeat(16_001), 'application/csp-report')).status).toBe(413)
    expect((await send('{}', 'text/plain')).status).toBe(415)
    for (const odd of ['', '{', 'null', '7', '[]', '{"csp-report":7}'])
      expect((await send(odd, 'application/csp-report')).status).toBe(204)
    const many = JSON.stringify(Array.from({ length: 100 }, () => ({ body: { blockedURL: 'inline' } })))
    expect((await send(many, 'application/reports+json')).status).toBe(204)
    expect(auth.events.filter(({ level }) => level === 'warn').length).toBe(10)
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await send('{}', 'application/csp-report')).status),
    )
    expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(20)
    expect(statuses).toContain(429)
    expect((await send('{}', 'application/csp-report', '203.0.113.9')).status).toBe(204)
    // One IPv6 network usually belongs to one household, which can use any number of addresses.
    const household = await Promise.all(
      Array.from(
        { length: 50 },
        async (_, index) => (await send('{}', 'application/csp-report', `2001:db8::${index + 1}`)).status,
      ),
    )
    expect(household.filter((status) => status === 204).length).toBeLessThanOrEqual(20)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET, POST } from '@/app/api/auth/[...nextauth]/route'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { systemClock } from '@/lib/clock'
import { ensureFirstAdmin } from './first-admin'
import { readActor } from '@/lib/auth/session'
import { HandClock, installTestAuth } from '@/lib/auth/testing'
import { createUser } from '@/lib/auth/accounts'
import { runs } from '@/lib/testing/random-runs'

const password = 'correct horse battery'
let db: TestDatabase

beforeAll(async () => {
  db = await openTestDatabase()
  await createUser(db, { email: 'Ann@example.com', name: 'Ann', role: 'admin', password })
})
afterAll(() => db.close())
beforeEach(() => db.query('truncate sign_in_counters'))

const context = { params: Promise.resolve({}) }
const base = 'http://127.0.0.1:3000/api/auth'

/** A browser that keeps cookies, at one address. */
function openBrowser(auth: ReturnType<typeof installTestAuth>, address = '198.51.100.7') {
  const jar = new Map<string, string>()
  const setCookies: string[] = []
  const keep = (response: Response): Response => {
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line)
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1)
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), value)
    }
    return response
  }
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const post = async (path: string, body: unknown, more: Record<string, string> = {}) => {
    const headers = { ...auth.honest(cookie()), 'x-forwarded-for': address, ...more }
    return keep(
      await POST(new Request(`${base}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }), context),
    )
  }
  const csrf = async (): Promise<string> => {
    const response = keep(await GET(new Request(`${base}/csrf`, { headers: { cookie: cookie() } }), context))
    return ((await response.json()) as { csrfToken: string }).csrfToken
  }
  return {
    jar,
    setCookies,
    cookie,
    post,
    csrf,
    signIn: async (email: string, given: string, more?: Record<string, string>) =>
      post('callback/credentials', { csrfToken: await csrf(), email, password: given }, more),
    signOut: async () => post('signout', { csrfToken: await csrf() }),
    actor: () => readActor(new Headers({ cookie: cookie() })),
  }
}

const away = () => Promise.reject(new Error('connection to "10.1.2.3" refused: select password_hash'))

/** The number is small, because each sign-in hashes a password. */
const signIns = runs(20, 4)

describe('signing in', () => {
  it('starts a session with the correct password, and signing out invalidates every copy of its cookie', async () => {
    const browser = openBrowser(installTestAuth(db, systemClock))
    const response = await browser.signIn('ann@EXAMPLE.com', password)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ok: true })
    expect(await browser.actor()).toMatchObject({ email: 'Ann@example.com', role: 'admin' })
    const copy = browser.cookie()
    const goodbye = await browser.signOut()
    expect(goodbye.status).toBe(200)
    expect(goodbye.headers.get('clear-site-data')).toBe('"cache"')
    expect(browser.jar.has('__Host-session')).toBe(false)
    expect(await readActor(new Headers({ cookie: copy }))).toBeNull()
  })

  it(
    'sets only cookies that are bound to this host, inaccessible to scripts, and at most 4,096 bytes long',
    { tags: ['S10'] },
    async () => {
      const browser = openBrowser(installTestAuth(db, systemClock))
      await browser.signIn('ann@example.com', password)
      await browser.signOut()
      expect(browser.setCookies.length).toBeGreaterThan(3)
      for (const line of browser.setCookies) {
        expect(line).toMatch(/^__Host-(session|csrf|callback|device)=/)
        expect(line).toMatch(/; Path=\/(;|$)/)
        expect(line).toMatch(/; HttpOnly(;|$)/)
        expect(line).toMatch(/; Secure(;|$)/)
        expect(line).toMatch(/; SameSite=(Lax|Strict)(;|$)/)
        expect(line).not.toMatch(/domain=/i)
        expect(line.length).toBeLessThanOrEqual(4_096)
      }
    },
  )

  it(
    `starts a new session each time and ends the previous one: ${signIns} of ${signIns}`,
    { tags: ['S15'], timeout: 120_000 },
    async () => {
      const browser = openBrowser(installTestAuth(db, systemClock))
      let before = ''
      for (let run = 0; run < signIns; run += 1) {
        expect((await browser.signIn('ann@example.com', password)).status).toBe(200)
        const now = browser.jar.get('__Host-session') ?? ''
        expect(now).not.toBe(before)
        expect(await readActor(new Headers({ cookie: `__Host-session=${before}` }))).toBeNull()
        expect(await browser.actor()).not.toBeNull()
        before = now
      }
    },
  )

  it(
    'gives the same response for a wrong password, an unknown person and a disabled person',
    { tags: ['S14'] },
    async () => {
      const auth = installTestAuth(db, systemClock)
      const disabled = await createUser(db, { email: 'bob@example.com', name: 'Bob', role: 'viewer', password })
      await db.query('update users set disabled_at = now() where user_id = $1', [disabled])
      const answers = []
      for (const [email, given] of [
        ['ann@example.com', 'wrong'],
        ['nobody@example.com', password],
        ['bob@example.com', password],
      ] as const) {
        const response = await openBrowser(auth).signIn(email, given)
        const problem = (await response.json()) as Record<string, unknown>
        expect(response.headers.getSetCookie().some((line) => line.startsWith('__Host-session'))).toBe(false)
        delete problem['requestId']
        answers.push({ status: response.status, type: response.headers.get('content-type'), problem })
      }
      expect(answers[0]).toMatchObject({ status: 401, problem: { code: 'unauthenticated' } })
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
    },
  )

  it(
    'lets at most 10 of 300 wrong tries reach the password check, while the owner can sign in elsewhere',
    { tags: ['S13'] },
    async () => {
      const auth = installTestAuth(db, new HandClock())
      const attacker = openBrowser(auth)
      const csrfToken = await attacker.csrf()
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, run) =>
          attacker.post('callback/credentials', { csrfToken, email: 'ann@example.com', password: `guess ${run}` }),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThanOrEqual(290)
      for (const response of refused) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await openBrowser(auth, '203.0.113.9').signIn('ann@example.com', password)).status).toBe(200)
    },
  )

  it('refuses a correct token from another site, and a wrong token from this site', async () => {
    const browser = openBrowser(installTestAuth(db, systemClock))
    for (const foreign of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'x-requested-with': 'XMLHttpRequest' },
    ]) {
      const response = await browser.signIn('ann@example.com', password, foreign)
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    await browser.csrf()
    const forged = await browser.post('callback/credentials', {
      csrfToken: 'x'.repeat(64),
      email: 'ann@example.com',
      password,
    })
    expect(forged.status).toBe(403)
    expect(browser.jar.has('__Host-session')).toBe(false)
  })

  it('refuses odd bodies with a problem response, never with an internal error', async () => {
    const browser = openBrowser(installTestAuth(db, new HandClock()))
    const csrfToken = await browser.csrf()
    for (const body of [null, [], 'x', 7, {}, { csrfToken }, { csrfToken, email: ['a'], password: {} }])
      expect((await browser.post('callback/credentials', body)).status).toBe(422)
    expect(
      (await browser.post('callback/credentials', { csrfToken, email: 'a', password: 'p'.repeat(257) })).status,
    ).toBe(422)
    expect((await browser.post('callback/credentials', { pad: 'p'.repeat(5_000) })).status).toBe(413)
  })

  it('reports that it is unavailable when the database is away, and does not call the password wrong', async () => {
    const auth = installTestAuth({ query: away, transaction: away }, systemClock)
    const response = await openBrowser(auth).signIn('ann@example.com', password)
    const text = await response.text()
    expect(response.status).toBe(503)
    expect(text).not.toMatch(/10\.1\.2\.3|select|password_hash/)
    expect(JSON.stringify(auth.events)).not.toContain(password)
  })

  it('exposes no other endpoint of next-auth', async () => {
    const auth = installTestAuth(db, systemClock)
    for (const path of [
      'session',
      'providers',
      'signin',
      'signout',
      'error',
      'verify-request',
      'callback/credentials',
      'x',
    ])
      expect((await GET(new Request(`${base}/${path}`), context)).status).toBe(404)
    const browser = openBrowser(auth)
    const csrfToken = await browser.csrf()
    for (const path of ['session', 'signin/credentials', 'callback/other', '_log', 'csrf'])
      expect((await browser.post(path, { csrfToken })).status).toBe(404)
  })
})

describe('the first admin', () => {
  it('is created once if there is no admin, and later settings are ignored', { tags: ['full'] }, async () => {
    const auth = installTestAuth(db, systemClock)
    const admin = { email: 'First.Admin@example.com', password: 'the first password' }
    await db.query(`update users set role = 'viewer'`)
    await Promise.all([ensureFirstAdmin(db, admin), ensureFirstAdmin(db, admin)])
    const browser = openBrowser(auth)
    expect((await browser.signIn(admin.email, admin.password)).status).toBe(200)
    expect(await browser.actor()).toMatchObject({ name: 'First Admin', role: 'admin' })
    await ensureFirstAdmin(db, { email: 'first.admin@example.com', password: 'the next password' })
    await ensureFirstAdmin(db, { email: 'second@example.com', password: 'the next password' })
    await ensureFirstAdmin(db, null)
    expect((await openBrowser(auth, '203.0.113.10').signIn(admin.email, 'the next password')).status).toBe(401)
    expect((await openBrowser(auth, '203.0.113.11').signIn('second@example.com', 'the next password')).status).toBe(401)
    expect((await openBrowser(auth, '203.0.113.12').signIn(admin.email, admin.password)).status).toBe(200)
    const log = await db.query(
      `select action, actor_id, actor_name, object_name, outcome, after::text as after
       from activity where object_kind = 'account' order by at`,
    )
    expect(log.rows).toMatchObject([
      {
        action: 'account.create',
        actor_id: null,
        actor_name: 'The console',
        object_name: admin.email,
        outcome: 'done',
      },
    ])
    expect(JSON.stringify(log.rows)).not.toContain('the first password')
  })
})

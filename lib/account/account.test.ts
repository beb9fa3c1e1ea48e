import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as readAccount, PATCH as changeAccount } from '@/app/api/account/route'
import { POST as changePassword } from '@/app/api/account/password/route'
import { PATCH as changePreferences, PUT as adoptPreferences } from '@/app/api/account/preferences/route'
import { DELETE as endSession } from '@/app/api/account/sessions/[sessionId]/route'
import { DELETE as endOthers, GET as listSessions } from '@/app/api/account/sessions/route'
import { createUser, verifyCredentials } from '@/lib/auth/accounts'
import { readActor } from '@/lib/auth/session'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { parseSettings } from '@/lib/env'
import { hasFreshProof } from '@/lib/http/caller'
import type { RouteHandler } from '@/lib/http/route'
import { serverText } from '@/lib/server-text'
import { runs } from '@/lib/testing/random-runs'
import { configureThrottle } from '@/lib/web/throttle'
import { readFileLanguage } from './data'
import type { AccountSession } from './schema'
import { defaultPreferences } from './model'

const firstPassword = 'the very first password'
const nextPassword = 'tidal-cobalt-fern-7-orbit'
let db: TestDatabase
let auth: TestAuth
let clock: HandClock
let people = 0

/** The slot in which lib/db/instance keeps the database of the process. */
const slot = globalThis as unknown as Record<symbol, { opening: Promise<unknown>; log: unknown }>
const log = { info: () => {}, warn: () => {}, error: () => {} }

beforeAll(async () => {
  db = await openTestDatabase()
  slot[Symbol.for('sightline.database')] = { opening: Promise.resolve(db), log }
})
afterAll(() => db.close())
beforeEach(() => {
  clock = new HandClock()
  auth = installTestAuth(db, clock)
  configureThrottle({}, clock)
})

interface Browser {
  userId: string
  email: string
  cookie: string
  sid: string
}

async function openBrowser(who?: { userId: string; email: string }): Promise<Browser> {
  people += 1
  const email = who?.email ?? `ada-${people}@example.com`
  const userId =
    who?.userId ?? (await createUser(db, { email, name: 'Ada Byron', role: 'viewer', password: firstPassword }))
  return { userId, email, ...(await auth.signInAs(userId)) }
}

async function call(
  handler: RouteHandler,
  { cookie }: { cookie: string },
  method: string,
  { body, params = {} }: { body?: unknown; params?: Record<string, string> } = {},
) {
  const response = await handler(
    new Request('http://127.0.0.1:3000/api/account', {
      method,
      headers: { ...auth.honest(cookie), 'x-forwarded-for': '198.51.100.7' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve(params) },
  )
  const text = await response.text()
  return { status: response.status, answer: (text === '' ? null : JSON.parse(text)) as Record<string, unknown>, text }
}

const isSignedIn = async ({ cookie }: Browser) => (await readActor(new Headers({ cookie }))) !== null
const entriesOf = async ({ userId }: Browser) =>
  (
    await db.query<{ action: string; actor_name: string; outcome: string; outcome_note: string | null }>(
      'select action, actor_name, outcome, outcome_note from activity where object_id = $1 order by at, activity_id',
      [userId],
    )
  ).rows
const signInWith = async (password: string, { email }: Browser) =>
  (await verifyCredentials(db, email, password)) !== null
const setPassword = (browser: Browser, current: string, next: string) =>
  call(changePassword, browser, 'POST', { body: { current, next } })

describe("changing one's own password", () => {
  it(
    'requires the current password, ends all other sessions at once, and counts as a proof',
    { tags: ['S11', 'full'] },
    async () => {
      const here = await openBrowser()
      const [there, stranger] = [await openBrowser(here), await openBrowser()]
      await db.query(
        `insert into password_resets (token_hash, user_id, expires_at) values ('\\x01', $1, now() + interval '1 day')`,
        [here.userId],
      )
      clock.advance(11 * 60_000)
      const headers = new Headers({ cookie: here.cookie })
      const read = async () =>
        (await auth.sessions.readSession(headers.get('cookie')?.split('=')[1] ?? ''))?.info ?? null
      expect(hasFreshProof(await read())).toBe(false)
      expect(await setPassword(here, firstPassword, nextPassword)).toMatchObject({ status: 200, answer: { ended: 1 } })
      expect(await Promise.all([here, there, stranger].map(isSignedIn))).toEqual([true, false, true])
      expect(hasFreshProof(await read())).toBe(true)
      expect([await signInWith(firstPassword, here), await signInWith(nextPassword, here)]).toEqual([false, true])
      expect((await db.query('select from password_resets where user_id = $1', [here.userId])).rowCount).toBe(0)
      expect(await entriesOf(here)).toMatchObject([
        {
          action: 'account.change-password',
          outcome: 'done',
          outcome_note: serverText('account.otherSessionsEnded', { count: 1 }),
        },
      ])
      const { rows: kept } = await db.query<{ all: string }>('select json_agg(activity)::text as all from activity')
      expect(kept[0]?.all).not.toMatch(new RegExp(`${firstPassword}|${nextPassword}`))
    },
  )

  it(
    'reports errors beside the field, then changes nothing, and never repeats a password',
    { tags: ['full'] },
    async () => {
      const here = await openBrowser()
      const there = await openBrowser(here)
      const refusals = [
        [await setPassword(here, 'not my password', nextPassword), 'current', 'The current password is incorrect.'],
        [await setPassword(here, firstPassword, 'short'), 'next', 'Use at least 12 characters.'],
        [await setPassword(here, firstPassword, 'x'.repeat(257)), 'next', 'Use at most 256 characters.'],
        [await setPassword(here, firstPassword, 'password12345'), 'next', expect.stringContaining('easy to guess')],
        [await setPassword(here, firstPassword, 'Byron-cobalt-fern-7'), 'next', expect.stringContaining('your name')],
        [await setPassword(here, firstPassword, firstPassword), 'next', expect.stringContaining('current password')],
      ] as const
      for (const [{ status, answer, text }, field, problem] of refusals) {
        expect([status, answer['fields']]).toEqual([422, { [field]: problem }])
        expect(text).not.toMatch(/not my password|very first password|cobalt/)
      }
      expect(await signInWith(firstPassword, here)).toBe(true)
      expect(await isSignedIn(there)).toBe(true)
      expect(await entriesOf(here)).toMatchObject([{ action: 'account.change-password', outcome: 'failed' }])
    },
  )

  it(
    'counts wrong passwords against the account as a sign-in does, and is possible again after a wait',
    { tags: ['S13', 'full'] },
    async () => {
      const here = await openBrowser()
      const statuses: number[] = []
      for (let run = 0; run < 30; run += 1) statuses.push((await setPassword(here, 'guess', nextPassword)).status)
      expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(20)
      expect(statuses.at(-1)).toBe(429)
      const refused = await setPassword(here, firstPassword, nextPassword)
      expect(refused).toMatchObject({ status: 429, answer: { retryAfterSeconds: expect.any(Number) } })
      clock.advance(20 * 60_000)
      expect((await setPassword(here, firstPassword, nextPassword)).status).toBe(200)
    },
  )

  it('is refused to people without a password, to other sites and to API tokens', { tags: ['full'] }, async () => {
    const here = await openBrowser()
    await db.query('update users set password_hash = null where user_id = $1', [here.userId])
    expect((await setPassword(here, firstPassword, nextPassword)).status).toBe(409)
    expect((await call(readAccount, here, 'GET')).answer).toMatchObject({ hasPassword: false, role: 'viewer' })
    const elsewhere = new Request('http://127.0.0.1:3000/api/account/password', {
      method: 'POST',
      headers: { ...auth.honest(here.cookie), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ current: firstPassword, next: nextPassword }),
    })
    expect((await changePassword(elsewhere, { params: Promise.resolve({}) })).status).toBe(403)
  })
})

describe('an account', () => {
  it('has no password to change while passwords are off, except for admins for emergencies', async () => {
    const here = await openBrowser()
    const settingsSlot = globalThis as unknown as Record<symbol, unknown>
    const key = Symbol.for('sightline.settings')
    const before = settingsSlot[key]
    const read = async () => (await call(readAccount, here, 'GET')).answer
    try {
      expect(await read()).toMatchObject({ hasPassword: true, isPasswordAllowed: true })
      settingsSlot[key] = parseSettings({
        NEXTAUTH_SECRET: auth.secret,
        NODE_ENV: 'test',
        PASSWORD_SIGN_IN: 'off',
        OIDC_ISSUER: 'https://id.example',
        OIDC_CLIENT_ID: 'sightline',
        OIDC_CLIENT_SECRET: 'a secret',
      })
      expect(await read()).toMatchObject({ hasPassword: false, isPasswordAllowed: false, passwordSetAt: null })
      await db.query(`update users set is_break_glass = true, role = 'admin' where user_id = $1`, [here.userId])
      expect(await read()).toMatchObject({ hasPassword: true, isPasswordAllowed: true })
    } finally {
      settingsSlot[key] = before
    }
  })
})

const list = async (browser: Browser) =>
  (await call(listSessions, browser, 'GET')).answer['sessions'] as AccountSession[]

/** Each round signs in twice, and hashing passwords is slow. */
const ended = runs(20, 4)

describe("a person's own sessions", () => {
  it(
    'are listed with device, address and times, the current session first, without ended sessions',
    { tags: ['full'] },
    async () => {
      const phone = await openBrowser()
      const [gone, old] = [await openBrowser(phone), await openBrowser(phone)]
      await openBrowser()
      await db.query('update sessions set revoked_at = now() where sid = $1', [gone.sid])
      await db.query(`update sessions set last_seen_at = last_seen_at - interval '31 min' where sid = $1`, [old.sid])
      await db.query(`update sessions set agent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/128.0' where sid = $1`, [
        phone.sid,
      ])
      clock.advance(60_000)
      const here = await openBrowser(phone)
      const sessions = await list(here)
      expect(sessions).toMatchObject([
        { isThis: true, device: 'Unknown device', method: 'password' },
        { isThis: false, device: 'Firefox on Windows', address: '192.0.2.1', hasSecondFactor: false },
      ])
      const { text } = await call(listSessions, here, 'GET')
      expect(text).not.toContain('Mozilla')
      expect(text).not.toMatch(new RegExp([phone, gone, old, here].map(({ sid }) => sid).join('|')))
    },
  )

  it(`end at once, one by one: ${ended} of ${ended}, but never the sessions of others`, { tags: ['S11'] }, async () => {
    const here = await openBrowser()
    for (let run = 0; run < ended; run += 1) {
      const there = await openBrowser(here)
      expect(await isSignedIn(there)).toBe(true)
      const { sessionId = '' } = (await list(here)).find(({ isThis }) => !isThis) ?? {}
      const stranger = await openBrowser()
      expect((await call(endSession, stranger, 'DELETE', { params: { sessionId } })).status).toBe(404)
      expect(await isSignedIn(there)).toBe(true)
      expect((await call(endSession, here, 'DELETE', { params: { sessionId } })).status).toBe(200)
      expect([await isSignedIn(there), await isSignedIn(here)]).toEqual([false, true])
      expect((await call(endSession, here, 'DELETE', { params: { sessionId } })).status).toBe(404)
    }
    expect(await entriesOf(here)).toHaveLength(ended)
  })

  it('end on all other devices, and the log says how many', async () => {
    const here = await openBrowser()
    const others = [await openBrowser(here), await openBrowser(here)]
    const stranger = await openBrowser()
    expect((await call(endOthers, here, 'DELETE')).answer).toEqual({ ended: 2 })
    expect(await Promise.all([...others, here, stranger].map(isSignedIn))).toEqual([false, false, true, true])
    expect((await call(endOthers, here, 'DELETE')).answer).toEqual({ ended: 0 })
    expect(await entriesOf(here)).toMatchObject([
      { action: 'session.end', outcome_note: serverText('account.sessionsEnded', { count: 2 }) },
    ])
  })
})

describe('an account', () => {
  it('shows a new name at the next request and in the log, and refuses odd names', async () => {
    const here = await openBrowser()
    const change = (name: string) => call(changeAccount, here, 'PATCH', { body: { name } })
    expect((await change('  Ada Lovelace ')).answer).toMatchObject({ name: 'Ada Lovelace', email: here.email })
    expect(await readActor(new Headers({ cookie: here.cookie }))).toMatchObject({ name: 'Ada Lovelace' })
    await change('Ada Lovelace')
    expect(await entriesOf(here)).toMatchObject([{ action: 'account.rename', actor_name: 'Ada Lovelace' }])
    for (const name of ['', '   ', 'x'.repeat(101), 'a\nb', 'a\u202Eb'])
      expect([name, (await change(name)).status]).toEqual([name, 422])
    expect((await call(changeAccount, here, 'PATCH', { body: { name: 'A', role: 'admin' } })).status).toBe(422)
  })

  it('takes over the preferences of the first browser once, and then changes them one by one', async () => {
    const here = await openBrowser()
    const adopt = (theme: string) =>
      call(adoptPreferences, here, 'PUT', { body: { ...defaultPreferences, theme, zone: 'Asia/Tokyo' } })
    expect((await adopt('dark')).answer).toEqual({ ...defaultPreferences, theme: 'dark', zone: 'Asia/Tokyo' })
    expect((await adopt('light')).answer).toMatchObject({ theme: 'dark' })
    const change = (body: unknown) => call(changePreferences, here, 'PATCH', { body })
    expect((await change({ dates: 'iso' })).answer).toMatchObject({ theme: 'dark', dates: 'iso' })
    expect((await change({ clock: '12h', singleKeys: false })).answer).toMatchObject({ dates: 'iso', clock: '12h' })
    for (const body of [{ theme: 'pink' }, { zone: 'Mars/Base' }, { startPage: 'https://evil.example' }, { other: 1 }])
      expect((await change(body)).status).toBe(422)
  })

  it('stores whether files are in English or in the language of the pages', async () => {
    const here = await openBrowser()
    const change = (body: unknown) => call(changePreferences, here, 'PATCH', { body })
    const read = (accepted: string) =>
      readFileLanguage(new Headers({ cookie: here.cookie, 'accept-language': accepted }))
    await change({ language: 'de' })
    expect(await read('fr')).toBe('en')
    await change({ files: 'own' })
    expect(await read('fr')).toBe('de')
    await change({ language: 'browser' })
    expect(await read('fr')).toBe('fr')
    expect(await readFileLanguage(new Headers({ 'accept-language': 'fr' }))).toBe('en')
  })

  it('reads for a page what another console has just stored', async () => {
    const here = await openBrowser()
    const read = () => readFileLanguage(new Headers({ cookie: here.cookie }))
    expect(await read()).toBe('en')
    await db.query(`update users set preferences = '{"language": "de", "files": "own"}' where user_id = $1`, [
      here.userId,
    ])
    expect(await read()).toBe('de')
  })

  it('keeps the preferences that this version knows, when an older or newer version stored them', async () => {
    const here = await openBrowser()
    await db.query(
      `update users set preferences = '{"theme": "sepia", "zone": "Asia/Tokyo", "later": 1}' where user_id = $1`,
      [here.userId],
    )
    const { answer } = await call(changePreferences, here, 'PATCH', { body: {} })
    expect(answer).toEqual({ ...defaultPreferences, zone: 'Asia/Tokyo' })
  })
})

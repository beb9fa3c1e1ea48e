import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET, POST } from '@/app/api/auth/[...nextauth]/route'
import { createUser } from '@/lib/auth/accounts'
import { installAuth } from '@/lib/auth/context'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { runs } from '@/lib/testing/random-runs'

/** Both attacks of S13 against two consoles on one database, through the handlers for password sign-in. */

const password = 'correct horse battery'
const email = 'owner@example.com'
const shared = '198.51.100.7'
let db: TestDatabase
let clock: HandClock
let consoles: [TestAuth, TestAuth]
let userId = ''

beforeAll(async () => {
  db = await openTestDatabase()
  userId = await createUser(db, { email, name: 'Owner', role: 'admin', password })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('truncate sign_in_counters')
  clock = new HandClock()
  consoles = [installTestAuth(db, clock), installTestAuth(db, clock)]
})

const context = { params: Promise.resolve({}) }
const base = 'http://127.0.0.1:3000/api/auth'
let turn = 0

/** Signs in at the two consoles in turn, and keeps cookies as a browser does. */
async function signIn(given: string, { address = shared, jar = new Map<string, string>(), name = email } = {}) {
  const auth = consoles[turn++ % 2] ?? consoles[0]
  installAuth(auth)
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }
  const cookie = () => [...jar].map((each) => each.join('=')).join('; ')
  const csrf = keep(await GET(new Request(`${base}/csrf`, { headers: { cookie: cookie() } }), context))
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const request = new Request(`${base}/callback/credentials`, {
    method: 'POST',
    headers: { ...auth.honest(cookie()), 'x-forwarded-for': address },
    body: JSON.stringify({ csrfToken, email: name, password: given }),
  })
  return keep(await POST(request, context))
}

/** Simultaneous tries of an attacker at both consoles. Returns how many passwords would be checked. */
async function attack(times: number, next: (index: number) => { account: string; address: string }): Promise<number> {
  const waits = await Promise.all(
    Array.from({ length: times }, async (_, index) => {
      const { account, address } = next(index)
      const attempt = await (consoles[index % 2] ?? consoles[0]).loginThrottle.begin(account, address)
      return attempt.waitSeconds
    }),
  )
  return waits.filter((seconds) => seconds === 0).length
}

const atAccount = (index: number) => ({
  account: email,
  address: index % 2 === 0 ? `2001:db8:7:${index.toString(16)}::1` : `10.0.${index >> 8}.${index & 255}`,
})
const madeUp = (index: number) => ({ account: `nobody-${turn}-${index}@example.com`, address: shared })

const measure = async (name: string) => {
  const startedAt = performance.now()
  const response = await signIn('wrong', { name })
  const { requestId: _, ...problem } = (await response.json()) as Record<string, unknown>
  return { status: response.status, problem, isHeld: performance.now() - startedAt >= 495 }
}

describe('the owner of an account', { tags: ['S41', 'S13'] }, () => {
  it(
    'can sign in at once from a known browser, 50 of 50, during both attacks',
    { tags: ['full'], timeout: 120_000 },
    async () => {
      const jar = new Map<string, string>()
      expect((await signIn(password, { jar })).status).toBe(200)
      const statuses: number[] = []
      for (let round = 0; round < runs(50, 12); round += 1) {
        await attack(100, atAccount)
        await attack(100, madeUp)
        await attack(20, () => ({ account: email, address: shared }))
        jar.delete('__Host-session')
        statuses.push((await signIn(password, { jar })).status)
        clock.advance(1_000)
      }
      expect(statuses.every((status) => status === 200)).toBe(true)
    },
  )

  it('can sign in at once from a new browser behind an address that floods made-up accounts', async () => {
    expect(await attack(300, madeUp)).toBeLessThanOrEqual(50)
    expect((await signIn(password)).status).toBe(200)
  })

  it(
    'can sign in at once from a new browser while many addresses guess, which get 20 guesses a minute',
    { tags: ['full'] },
    async () => {
      let checked = await attack(600, atAccount)
      for (let seconds = 0; seconds < 55; seconds += 5) {
        clock.advance(5_000)
        checked += await attack(50, atAccount)
      }
      expect(checked).toBeLessThanOrEqual(20)
      clock.advance(30_000)
      await attack(600, atAccount)
      expect((await signIn(password, { address: '203.0.113.9' })).status).toBe(200)
    },
  )

  it(
    'cannot be distinguished from an unknown account during a flood: same response in the same time',
    { tags: ['S14', 'full'] },
    async () => {
      await attack(300, madeUp)
      const known = await measure(email)
      expect(known).toMatchObject({ status: 429, isHeld: true })
      expect(await measure('stranger@example.com')).toEqual(known)
    },
  )
})

const isKnown = async (cookie: string | undefined) => {
  await attack(600, (index) => ({ account: email, address: `10.9.${index >> 8}.${index & 255}` }))
  await db.query(`delete from sign_in_counters where key like 'known:%'`)
  // This address has tried before, so only the cookie can let it in.
  const from = { devices: cookie ?? null }
  return (await consoles[1].loginThrottle.begin(email, '10.9.0.1', from)).waitSeconds === 0
}
const change = (set: string) => db.query(`update users set ${set} where user_id = $1`, [userId])
const mark = async () => {
  const jar = new Map<string, string>()
  expect((await signIn(password, { jar })).status).toBe(200)
  return jar.get('__Host-device')
}

describe('a device cookie', { tags: ['S41'] }, () => {
  it(
    'is set at a sign-in, and becomes invalid with the password, the sessions or the account',
    { tags: ['full'] },
    async () => {
      const first = await mark()
      expect(await isKnown(first)).toBe(true)
      await consoles[0].sessions.revokeUser(userId)
      expect(await isKnown(first)).toBe(false)
      await consoles[0].loginThrottle.unlock(email)
      const second = await mark()
      expect(await isKnown(second)).toBe(true)
      await change('password_set_at = now()')
      expect(await isKnown(second)).toBe(false)
      await consoles[0].loginThrottle.unlock(email)
      const third = await mark()
      expect(await isKnown(third)).toBe(true)
      await change('disabled_at = now()')
      expect(await isKnown(third)).toBe(false)
      await change('disabled_at = null')
      clock.advance(366 * 24 * 60 * 60_000)
      expect(await isKnown(third)).toBe(false)
    },
  )

  it(
    'has no effect when it is forged, cut or of another account, and supports two accounts in one browser',
    { tags: ['full'] },
    async () => {
      const other = 'other@example.com'
      await createUser(db, { email: other, name: 'Other', role: 'viewer', password })
      const jar = new Map<string, string>()
      expect((await signIn(password, { jar, name: other })).status).toBe(200)
      const ofOther = jar.get('__Host-device') ?? ''
      expect(await isKnown(ofOther)).toBe(false)
      await consoles[0].loginThrottle.unlock(email)
      expect((await signIn(password, { jar, address: '203.0.113.44' })).status).toBe(200)
      const both = jar.get('__Host-device') ?? ''
      expect(both.split('.')).toHaveLength(2)
      expect(await isKnown(both)).toBe(true)
      for (let at = 0; at < 48; at += 7) {
        const letter = both.charAt(at) === 'A' ? 'B' : 'A'
        expect(await isKnown(both.slice(0, at) + letter + both.slice(at + 1))).toBe(false)
      }
      for (const odd of ['', '.', both.slice(0, 47), 'x'.repeat(4_000), `${both.slice(0, 48)}=`])
        expect(await isKnown(odd)).toBe(false)
    },
  )
})

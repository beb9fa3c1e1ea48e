import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/clock'
import { installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { type RealIssuer, startRealIssuer } from '@/lib/testing/oidc/real-issuer'
import { openTestBrowser, setTestSettings } from '@/lib/testing/oidc/sign-in-browser'

const publicUrl = 'http://127.0.0.1:3000'
let db: TestDatabase
let issuer: RealIssuer
let auth: TestAuth

beforeAll(async () => {
  db = await openTestDatabase()
  Reflect.set(globalThis, Symbol.for('sightline.database'), { opening: Promise.resolve(db) })
  issuer = await startRealIssuer()
  issuer.open(publicUrl)
  issuer.people.set('ann', { email: 'ann@example.com', email_verified: true, name: 'Ann', groups: ['editors'] })
  setTestSettings({
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: issuer.client.id,
    OIDC_CLIENT_SECRET: issuer.client.secret,
    OIDC_SCOPES: 'openid profile email groups',
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLE_MAP: 'editors=editor',
    OIDC_PROVISION: 'automatic',
  })
  auth = installTestAuth(db, systemClock)
})
afterAll(async () => {
  await issuer.stop()
  await db.close()
})

/** A browser at the issuer, which always signs in as Ann. Counts the sign-ins. */
function openIssuerBrowser() {
  const jar = new Map<string, string>()
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }
  const at = {
    questions: 0,
    /** Follows the issuer until it sends the browser back to the console. */
    async follow(location: string): Promise<string> {
      let url = location
      while (!url.startsWith(publicUrl)) {
        const isQuestion = url.includes('/interaction/')
        if (isQuestion) at.questions += 1
        const body = new URLSearchParams({ person: 'ann' })
        const response = await ask(url, isQuestion ? { method: 'POST', body } : {})
        const next = response.headers.get('location')
        if (next === null) throw new Error(`the issuer answered ${response.status}: ${await response.text()}`)
        url = new URL(next, issuer.url).href
      }
      return url
    },
  }
  return at
}

describe('with a real issuer', { tags: ['S35'] }, () => {
  it('a person can sign in, and later confirm their identity', async () => {
    const browser = openTestBrowser(auth)
    const there = openIssuerBrowser()
    expect(await browser.comeBack(await there.follow(await browser.start({ next: '/review' })))).toBe('303 /review')
    expect(await browser.actor()).toMatchObject({ email: 'ann@example.com', name: 'Ann', role: 'editor' })

    await db.query(`update sessions set proved_at = now() - interval '1 hour'`)
    const proof = await browser.start({ purpose: 'proof', next: '/settings/account' })
    expect(await browser.comeBack(await there.follow(proof))).toBe('303 /settings/account')
    // The issuer asked again, although Ann was signed in there.
    expect(there.questions).toBe(2)
    const { rows } = await db.query<{ fresh: boolean; second: boolean }>(
      `select proved_at > now() - interval '1 minute' as fresh, has_second_factor as second from sessions`,
    )
    expect(rows).toEqual([{ fresh: true, second: true }])
  })

  it('a code works only once', async () => {
    const there = openIssuerBrowser()
    const first = openTestBrowser(auth)
    const back = await there.follow(await first.start())
    const cookies = new Map(first.jar)
    expect(await first.comeBack(back)).toBe('303 /')
    // This console no longer knows that the callback was used, so now the issuer must refuse it.
    await db.query('delete from sign_in_steps')
    const thief = openTestBrowser(auth)
    for (const [name, value] of cookies) thief.jar.set(name, value)
    expect(await thief.comeBack(back)).toBe('303 /sign-in?problem=used')
    expect(await thief.actor()).toBeNull()
  })
})

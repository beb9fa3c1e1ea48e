import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/clock'
import { createUser } from '@/lib/auth/accounts'
import { installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { type HandIssuer, startHandIssuer } from '@/lib/testing/oidc/hand-issuer'
import { openTestBrowser, setTestSettings } from './testing-browser'

const client = { id: 'sightline', secret: 'the-secret-of-the-client' }
let db: TestDatabase
let issuer: HandIssuer
let auth: TestAuth

beforeAll(async () => {
  db = await openTestDatabase()
  Reflect.set(globalThis, Symbol.for('sightline.database'), { opening: Promise.resolve(db) })
  issuer = await startHandIssuer(client)
})
afterAll(async () => {
  await issuer.stop()
  await db.close()
})
beforeEach(async () => {
  await db.query('truncate activity, users, invitations, sign_in_steps cascade')
  configure({})
  issuer.reset()
  auth = installTestAuth(db, systemClock)
})

function configure(variables: Record<string, string>): void {
  Reflect.deleteProperty(globalThis, Symbol.for('sightline.oidc-issuers'))
  setTestSettings({
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'Example ID',
    ...variables,
  })
}

const addAnn = () =>
  createUser(db, { email: 'Ann@example.com', name: 'Ann', role: 'viewer', password: 'correct horse' })

/** What the issuer sends the browser back with. */
async function authorize(location: string): Promise<string> {
  const response = await fetch(location, { redirect: 'manual' })
  return response.headers.get('location') ?? ''
}

async function signIn(next?: string) {
  const browser = openTestBrowser(auth)
  const answer = await browser.comeBack(await authorize(await browser.start({ next })))
  return { browser, answer }
}

async function count(): Promise<Record<string, number>> {
  const { rows } = await db.query<Record<string, number>>(
    `select (select count(*) from users) as users, (select count(*) from identities) as identities,
            (select count(*) from sessions) as sessions`,
  )
  return rows[0] ?? {}
}

describe('single sign-on', { tags: ['S35'] }, () => {
  it('links the account with the verified address, and finds it by the subject from then on', async () => {
    const userId = await addAnn()
    const { browser, answer } = await signIn('/inspections?q=fork')
    expect(answer).toBe('303 /inspections?q=fork')
    expect(await browser.actor()).toMatchObject({ userId, email: 'Ann@example.com', role: 'viewer' })
    issuer.claims = { sub: 'ann', email: 'other@example.com', email_verified: false }
    const again = await signIn()
    expect(again.answer).toBe('303 /')
    expect(await again.browser.actor()).toMatchObject({ userId, email: 'Ann@example.com' })
    expect(await count()).toEqual({ users: 1, identities: 1, sessions: 2 })
    expect([...again.browser.jar.keys()].filter((name) => name.includes('oidc'))).toEqual([])
  })
})

describe('single sign-on refuses', { tags: ['S35'] }, () => {
  it.each([
    ['an address that is not verified', 'email-unverified', () => void (issuer.claims['email_verified'] = false)],
    ['a wrong audience', 'token', () => void (issuer.claims['aud'] = 'another client')],
    ['a wrong nonce', 'token', () => void (issuer.claims['nonce'] = 'another nonce')],
  ])('%s', async (_, problem, misbehave) => {
    await addAnn()
    misbehave()
    const { browser, answer } = await signIn()
    expect(answer).toBe(`303 /sign-in?problem=${problem}`)
    expect(await browser.actor()).toBeNull()
    expect(await count()).toEqual({ users: 1, identities: 0, sessions: 0 })
  })

  it('a disabled person', async () => {
    await addAnn()
    await db.query('update users set disabled_at = now()')
    expect((await signIn()).answer).toBe('303 /sign-in?problem=disabled')
    expect(await count()).toEqual({ users: 1, identities: 0, sessions: 0 })
  })
})

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as factorsRoute from '@/app/api/account/factors/route'
import * as passkeyRoute from '@/app/api/account/passkeys/[credentialId]/route'
import * as passkeyOptions from '@/app/api/account/passkeys/options/route'
import * as passkeys from '@/app/api/account/passkeys/route'
import * as passkeyProof from '@/app/api/account/proof/passkey/route'
import * as proofRoute from '@/app/api/account/proof/route'
import * as recoveryCodes from '@/app/api/account/recovery-codes/route'
import * as totpConfirm from '@/app/api/account/totp/confirm/route'
import * as totp from '@/app/api/account/totp/route'
import * as nextAuth from '@/app/api/auth/[...nextauth]/route'
import * as enrollPasskeyOptions from '@/app/api/auth/enroll/passkey/options/route'
import * as enrollPasskey from '@/app/api/auth/enroll/passkey/route'
import * as enrollTotpConfirm from '@/app/api/auth/enroll/totp/confirm/route'
import * as enrollTotp from '@/app/api/auth/enroll/totp/route'
import * as passkeySignInOptions from '@/app/api/auth/passkey/options/route'
import * as passkeySignIn from '@/app/api/auth/passkey/route'
import * as acceptRoute from '@/app/api/people/invitations/accept/route'
import * as secondFactor from '@/app/api/auth/second-factor/route'
import { hashPassword } from '@/lib/auth/password'
import { readSession } from '@/lib/auth/session'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { parseSettings } from '@/lib/env'
import type { Ceremony, NextStep } from '@/lib/factors/schema'
import { TestAuthenticator } from '@/lib/factors/testing'
import { totpPeriodMs, writeTotpCode } from '@/lib/factors/totp'
import type { RouteHandler } from '@/lib/http/route'
import { serverText } from '@/lib/server-text'
import { configureThrottle } from '@/lib/web/throttle'

const password = 'correct horse battery'
const origin = 'http://localhost:3000'
const slots = globalThis as unknown as Record<symbol, unknown>
const base = 'http://127.0.0.1:3000/api'
let db: TestDatabase
let auth: TestAuth
let clock: HandClock
let people = 0
let email: string
let userId: string
let passwordHash: string

beforeAll(async () => {
  db = await openTestDatabase()
  passwordHash = await hashPassword(password)
  slots[Symbol.for('sightline.database')] = { opening: Promise.resolve(db), log: silentLog }
})
afterAll(async () => {
  delete slots[Symbol.for('sightline.database')]
  await db.close()
})
beforeEach(async () => {
  clock = new HandClock()
  auth = installTestAuth(db, clock)
  configureThrottle({}, clock)
  requireOf('off')
  await db.query('truncate activity cascade')
  people += 1
  email = `ann-${people}@example.com`
  const { rows } = await db.query<{ user_id: string }>(
    `insert into users (email, name, role, password_hash) values ($1, 'Ann', 'editor', $2) returning user_id`,
    [email, passwordHash],
  )
  userId = rows[0]?.user_id ?? ''
})

/** Sets which people must have a second factor. */
function requireOf(policy: 'off' | 'admins' | 'everyone', more: Record<string, string> = {}) {
  const env = { NEXTAUTH_SECRET: auth.secret, NODE_ENV: 'test', SECOND_FACTOR: policy, ...more }
  slots[Symbol.for('sightline.settings')] = parseSettings(env)
}

class Browser {
  cookie = ''
  async send(handler: RouteHandler, body?: unknown, params: Record<string, string> = {}, path = '/x') {
    const headers = { ...auth.honest(this.cookie), 'x-forwarded-for': '198.51.100.7' }
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    const request = new Request(base + path, { method: body === undefined ? 'GET' : 'POST', headers, ...given })
    const response = await handler(request, { params: Promise.resolve(params) })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      if (!pair.endsWith('=')) this.keep(pair)
    }
    const text = await response.text()
    const answer: unknown = text === '' ? null : JSON.parse(text)
    return { status: response.status, answer }
  }
  keep(pair: string) {
    const name = pair.slice(0, pair.indexOf('='))
    this.cookie = [...this.cookie.split('; ').filter((kept) => kept !== '' && !kept.startsWith(`${name}=`)), pair].join(
      '; ',
    )
  }
  async read<Answer>(handler: RouteHandler, body?: unknown, params?: Record<string, string>): Promise<Answer> {
    const { status, answer } = await this.send(handler, body, params)
    expect([status, status < 300 ? null : answer]).toEqual([status < 300 ? status : 'good', null])
    return answer as Answer
  }
  async signIn(given = password) {
    const { answer } = await this.send(nextAuth.GET, undefined, {}, '/auth/csrf')
    const { csrfToken } = answer as { csrfToken: string }
    return this.send(nextAuth.POST, { csrfToken, email, password: given }, {}, '/auth/callback/credentials')
  }
  /** Signs in up to the second step. */
  async beginSignIn(): Promise<NextStep> {
    const { status, answer } = await this.signIn()
    expect([status, (answer as NextStep).ok]).toEqual([200, false])
    return answer as NextStep
  }
  async session() {
    return readSession(new Headers({ cookie: this.cookie }))
  }
}

const codeNow = (secret: string) => writeTotpCode(secret, clock.now())
const take = (browser: Browser, step: string, given: object) => browser.send(secondFactor.POST, { step, given })
/** Signs in with a recovery code. */
const use = async (code: string) => {
  const one = new Browser()
  const { step } = await one.beginSignIn()
  return take(one, step, { method: 'recovery-code', code })
}
const sortedStatuses = (answers: Array<{ status: number }>) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
const actions = async () =>
  (
    await db.query<{ action: string; outcome: string; note: string | null }>(
      'select action, outcome, outcome_note as note from activity order by at, activity_id',
    )
  ).rows.map(({ action, outcome, note }) => [action, outcome, note].filter((part) => part !== null && part !== 'done'))

/** A browser in which the person is already signed in. */
async function openOwner() {
  const browser = new Browser()
  browser.keep((await auth.signInAs(userId)).cookie)
  return browser
}

/** Sets up an app for the person. The time step of its first code is used up, so the clock advances by one step. */
async function addApp() {
  const browser = await openOwner()
  const { step, secret } = await browser.read<{ step: string; secret: string }>(totp.POST, {})
  const { recoveryCodes: codes } = await browser.read<{ recoveryCodes: string[] | null }>(totpConfirm.POST, {
    step,
    code: codeNow(secret),
  })
  clock.advance(totpPeriodMs)
  return { browser, secret, codes: codes ?? [] }
}
async function addPasskey(browser: Browser, name = 'Laptop') {
  const device = new TestAuthenticator(origin)
  const { step, options } = await browser.read<Ceremony>(passkeyOptions.POST, {})
  const added = await browser.read<{ recoveryCodes: string[] | null }>(passkeys.POST, {
    step,
    name,
    answer: device.make(options),
  })
  return { device, ...added }
}

describe('signing in with an authenticator app', () => {
  it('starts a session only after the code, not after the password alone', { tags: ['S37', 'full'] }, async () => {
    const { secret } = await addApp()
    const browser = new Browser()
    const next = await browser.beginSignIn()
    expect(next).toMatchObject({ enroll: false, hasCode: true, hasRecoveryCode: true, passkey: null })
    expect(await browser.session()).toBeNull()
    expect(await take(browser, next.step, { method: 'code', code: codeNow(secret) })).toMatchObject({ status: 200 })
    expect((await browser.session())?.info).toMatchObject({ method: 'password', hasSecondFactor: true })
  })

  it('accepts each code only once, even within its time window', { tags: ['S37'] }, async () => {
    const { secret } = await addApp()
    const code = codeNow(secret)
    const steps = [await new Browser().beginSignIn(), await new Browser().beginSignIn()]
    const both = await Promise.all(steps.map(({ step }) => take(new Browser(), step, { method: 'code', code })))
    expect(sortedStatuses(both)).toEqual([200, 401])
    // The previous code is refused too, although it would still be in the window.
    const { step } = await new Browser().beginSignIn()
    const former = writeTotpCode(secret, clock.now() - totpPeriodMs)
    expect((await take(new Browser(), step, { method: 'code', code: former })).status).toBe(401)
  })

  it('accepts five tries for each step, and gives the same response for used, expired and unknown steps', async () => {
    const { secret } = await addApp()
    const { step } = await new Browser().beginSignIn()
    const wrong = codeNow(secret) === '000000' ? '000001' : '000000'
    for (let run = 0; run < 5; run += 1) {
      // The delay between wrong tries is the same as for passwords.
      clock.advance(30_000)
      expect((await take(new Browser(), step, { method: 'code', code: wrong })).status).toBe(401)
    }
    clock.advance(60_000)
    const answers = new Set<string>()
    const expectOver = async (token: string) => {
      const { status, answer } = await take(new Browser(), token, { method: 'code', code: codeNow(secret) })
      expect(status).toBe(404)
      answers.add((answer as { detail: string }).detail)
    }
    await expectOver(step)
    await expectOver('x'.repeat(43))
    clock.advance(600_000)
    const { step: used } = await new Browser().beginSignIn()
    clock.advance(60_000)
    await take(new Browser(), used, { method: 'code', code: codeNow(secret) })
    await expectOver(used)
    clock.advance(totpPeriodMs)
    const { step: late } = await new Browser().beginSignIn()
    clock.advance(5 * 60_000)
    await expectOver(late)
    expect(answers.size).toBe(1)
  })

  it('counts wrong codes with wrong passwords, and logs them without the code', { tags: ['full'] }, async () => {
    await addApp()
    await db.query('truncate activity cascade')
    const steps = [
      await new Browser().beginSignIn(),
      await new Browser().beginSignIn(),
      await new Browser().beginSignIn(),
    ]
    const statuses: number[] = []
    for (const { step } of steps)
      for (let run = 0; run < 5; run += 1)
        statuses.push((await take(new Browser(), step, { method: 'recovery-code', code: 'aaaaa-aaaaa' })).status)
    // New steps do not reset the count.
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429, 429])
    const log = await actions()
    expect(log[0]).toEqual(['session.sign-in', 'failed', serverText('signIn.notes.secondFactor')])
    expect(JSON.stringify(log)).not.toContain('aaaaa')
  })

  it('accepts each recovery code once, until they are replaced', { tags: ['S37', 'full'] }, async () => {
    const { browser, codes, secret } = await addApp()
    expect(codes).toHaveLength(10)
    const [first = '', second = ''] = codes
    const both = await Promise.all([use(first), use(first.toUpperCase())])
    expect(sortedStatuses(both)).toEqual([200, 401])
    expect(await actions()).toContainEqual(['account.use-recovery-code'])
    const { recoveryCodes: fresh } = await browser.read<{ recoveryCodes: string[] }>(recoveryCodes.POST, {})
    clock.advance(60_000)
    expect((await use(second)).status).toBe(401)
    clock.advance(60_000)
    expect((await use(fresh[0] ?? '')).status).toBe(200)
    // Recovery codes are stored only as hashes, and the secret of the app only encrypted.
    const { rows } = await db.query(
      `select encode(code_hash, 'escape') || encode(coalesce(totp_secret, ''), 'escape') as stored
       from recovery_codes join users using (user_id) where user_id = $1`,
      [userId],
    )
    expect(rows).toHaveLength(10)
    for (const kept of [...fresh, secret]) expect(JSON.stringify(rows)).not.toContain(kept)
  })

  it("is no longer possible with a waiting step once the person's sessions are ended", async () => {
    const { secret } = await addApp()
    const { step } = await new Browser().beginSignIn()
    await auth.sessions.revokeUser(userId)
    expect((await take(new Browser(), step, { method: 'code', code: codeNow(secret) })).status).toBe(404)
  })
})

describe('passkeys', () => {
  it('sign people in without a password or name, and record their use', { tags: ['S37'] }, async () => {
    const owner = await openOwner()
    const { device, recoveryCodes: codes } = await addPasskey(owner)
    expect(codes).toHaveLength(10)
    const browser = new Browser()
    const { step, options } = await browser.read<Ceremony>(passkeySignInOptions.POST, {})
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    await browser.read(passkeySignIn.POST, { step, answer: device.use(options) })
    const session = await browser.session()
    expect(session).toMatchObject({ actor: { userId }, info: { method: 'passkey', hasSecondFactor: true } })
    const own = await owner.read<{ passkeys: Array<{ name: string; lastUsedAt: string | null }> }>(factorsRoute.GET)
    expect(own.passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: new Date(clock.now()).toISOString() }])
  })

  const tricks: Array<[what: string, trick: object]> = [
    ['another origin', { origin: 'https://sightline.example.net' }],
    ['another host name of this machine', { origin: 'http://127.0.0.1:3000' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another relying party', { rpId: 'example.net' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['a missing user verification', { isVerified: false }],
    ['a decreased counter', { counter: 1 }],
  ]
  it.each(tricks)('are refused for %s', { tags: ['S37'] }, async (_, trick) => {
    const owner = await openOwner()
    const { device } = await addPasskey(owner)
    const sign = async (with_: object) => {
      const { step, options } = await owner.read<Ceremony>(passkeySignInOptions.POST, {})
      return new Browser().send(passkeySignIn.POST, { step, answer: device.use(options, with_) })
    }
    expect((await sign({ counter: 5 })).status).toBe(200)
    const refused = await sign({ counter: 6, ...trick })
    expect(refused.status).toBe(401)
    expect((await actions()).at(-1)).toEqual(['session.sign-in', 'failed', serverText('signIn.passkeyRefused')])
    expect((await sign({ counter: 7 })).status).toBe(200)
  })

  it('can use a challenge only once', { tags: ['S37'] }, async () => {
    const owner = await openOwner()
    const { device } = await addPasskey(owner)
    const { step, options } = await owner.read<Ceremony>(passkeySignInOptions.POST, {})
    const sign = () => new Browser().send(passkeySignIn.POST, { step, answer: device.use(options) })
    const both = await Promise.all([sign(), sign()])
    expect(sortedStatuses(both)).toEqual([200, 404])
  })

  it('of a disabled person are refused', async () => {
    const owner = await openOwner()
    const { device } = await addPasskey(owner)
    await db.query('update users set disabled_at = now() where user_id = $1', [userId])
    const { step, options } = await new Browser().read<Ceremony>(passkeySignInOptions.POST, {})
    const { status } = await new Browser().send(passkeySignIn.POST, { step, answer: device.use(options) })
    expect(status).toBe(401)
  })

  it('are a second factor after the password, only for their own person', { tags: ['S37'] }, async () => {
    const owner = await openOwner()
    const { device } = await addPasskey(owner)
    const browser = new Browser()
    const { step, passkey } = await browser.beginSignIn()
    expect(passkey).toMatchObject({ allowCredentials: [{ id: device.id.toString('base64url') }] })
    const options = passkey ?? { challenge: '' }
    const stranger = new TestAuthenticator(origin)
    stranger.make({ ...options, user: { id: Buffer.from(userId).toString('base64url') } })
    const refused = await take(browser, step, { method: 'passkey', answer: stranger.use(options) })
    expect(refused.status).toBe(401)
    const given = { method: 'passkey', answer: device.use(options, { isVerified: false }) }
    expect((await take(browser, step, given)).status).toBe(200)
    expect((await browser.session())?.info.hasSecondFactor).toBe(true)
  })

  it('can be used as a proof of identity', async () => {
    const owner = await openOwner()
    const { device } = await addPasskey(owner)
    clock.advance(11 * 60_000)
    expect((await owner.send(passkeyOptions.POST, {})).answer).toMatchObject({ code: 'proof_required' })
    const { step, options } = await owner.read<Ceremony>(passkeyProof.POST, {})
    const given = { method: 'passkey', step, answer: device.use(options) }
    expect((await owner.send(proofRoute.POST, given)).status).toBe(204)
    expect((await owner.send(proofRoute.POST, given)).status).toBe(403)
    expect((await owner.send(passkeyOptions.POST, {})).status).toBe(200)
  })

  it(
    'can be renamed and removed only by their own person, and recovery codes are deleted with the last factor',
    { tags: ['full'] },
    async () => {
      const owner = await openOwner()
      const { device } = await addPasskey(owner)
      const params = { credentialId: device.id.toString('base64url') }
      const stranger = new Browser()
      stranger.keep((await auth.signInAs((await auth.addPerson('admin')).userId)).cookie)
      for (const handler of [passkeyRoute.PATCH, passkeyRoute.DELETE])
        expect((await stranger.send(handler, { name: 'Mine' }, params)).status).toBe(404)
      await owner.read(passkeyRoute.PATCH, { name: 'Phone' }, params)
      await owner.read(passkeyRoute.DELETE, {}, params)
      expect(await owner.read(factorsRoute.GET)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0, totpSince: null })
      expect((await actions()).map(([action]) => action)).toEqual([
        'account.add-passkey',
        'account.rename-passkey',
        'account.remove-passkey',
      ])
      expect(await new Browser().signIn()).toMatchObject({ status: 200, answer: { ok: true } })
    },
  )
})

describe('a passkey of a person without a password', () => {
  const issuer = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'sightline', OIDC_CLIENT_SECRET: 'a secret' }

  it('can be removed by people who sign in at the issuer, also where passwords need a second factor', async () => {
    const owner = await openOwner()
    const { device } = await addPasskey(owner)
    const params = { credentialId: device.id.toString('base64url') }
    await db.query('update users set password_hash = null where user_id = $1', [userId])
    await db.query(`insert into identities (issuer, subject, user_id) values ('https://id.example', $1, $2)`, [
      email,
      userId,
    ])
    requireOf('everyone', { ...issuer, OIDC_ISSUER: 'https://another.example' })
    // Nobody can sign in at a former issuer.
    expect((await owner.send(passkeyRoute.DELETE, {}, params)).status).toBe(409)
    requireOf('everyone', issuer)
    expect(await owner.read(factorsRoute.GET)).toMatchObject({ isRequired: false, hasPassword: false })
    await owner.read(passkeyRoute.DELETE, {}, params)
    expect(await owner.read(factorsRoute.GET)).toMatchObject({ passkeys: [] })
  })
})

describe('a required second factor', () => {
  it('must be set up before there is a session, which then starts', { tags: ['S37'] }, async () => {
    requireOf('everyone')
    const browser = new Browser()
    const { step: enrollment, enroll } = await browser.beginSignIn()
    expect(enroll).toBe(true)
    expect(await browser.session()).toBeNull()
    expect((await browser.send(factorsRoute.GET)).status).toBe(401)
    const { step, secret } = await browser.read<{ step: string; secret: string }>(enrollTotp.POST, { step: enrollment })
    const wrong = codeNow(secret) === '000000' ? '000001' : '000000'
    expect((await browser.send(enrollTotpConfirm.POST, { enrollment, step, code: wrong })).status).toBe(422)
    expect(await browser.session()).toBeNull()
    const done = { enrollment, step, code: codeNow(secret) }
    const { recoveryCodes: codes } = await browser.read<{ recoveryCodes: string[] }>(enrollTotpConfirm.POST, done)
    expect(codes).toHaveLength(10)
    expect((await browser.session())?.info.hasSecondFactor).toBe(true)
    expect((await new Browser().send(enrollTotpConfirm.POST, done)).status).toBe(404)
  })

  it('may be a passkey', { tags: ['full'] }, async () => {
    requireOf('everyone')
    const browser = new Browser()
    const { step: enrollment } = await browser.beginSignIn()
    const device = new TestAuthenticator(origin)
    const { step, options } = await browser.read<Ceremony>(enrollPasskeyOptions.POST, { step: enrollment })
    const given = { enrollment, step, name: 'Phone', answer: device.make(options) }
    expect(await browser.read(enrollPasskey.POST, given)).toMatchObject({ recoveryCodes: expect.any(Array) as unknown })
    expect((await browser.session())?.info.hasSecondFactor).toBe(true)
  })

  it('is missing after a person accepts an invitation, so no session starts', { tags: ['full'] }, async () => {
    requireOf('everyone')
    const token = 'a'.repeat(43)
    const invited = `invited-${email}`
    await db.query(
      `insert into invitations (email, role, token_hash, invited_by_name, created_at, expires_at)
       values ($1, 'viewer', $2, 'Ann', $3, $4)`,
      [
        invited,
        createHash('sha256').update(token).digest(),
        new Date(clock.now()).toISOString(),
        new Date(clock.now() + 60_000).toISOString(),
      ],
    )
    const accept = { token, name: 'Bo', password: 'seven green lanterns at dawn' }
    const browser = new Browser()
    // Somebody else is signed in in this browser.
    browser.keep((await auth.signInAs((await auth.addPerson('admin')).userId)).cookie)
    expect((await browser.send(acceptRoute.POST, accept)).status).toBe(204)
    expect(await browser.session()).toBeNull()
    email = invited
    expect((await browser.signIn(accept.password)).answer).toMatchObject({ ok: false, enroll: true })
  })

  it('is required only for admins if the settings say so', { tags: ['full'] }, async () => {
    requireOf('admins')
    expect((await new Browser().signIn()).answer).toEqual({ ok: true })
    await db.query(`update users set role = 'admin' where user_id = $1`, [userId])
    expect(await new Browser().beginSignIn()).toMatchObject({ enroll: true })
  })

  it('prevents adding another factor with the password alone', { tags: ['S37'] }, async () => {
    requireOf('everyone')
    const thief = new Browser()
    const { step: enrollment } = await thief.beginSignIn()
    const waiting = await thief.read<{ step: string; secret: string }>(enrollTotp.POST, { step: enrollment })
    const owner = new Browser()
    const own = await owner.beginSignIn()
    const { step, secret } = await owner.read<{ step: string; secret: string }>(enrollTotp.POST, { step: own.step })
    await owner.read(enrollTotpConfirm.POST, { enrollment: own.step, step, code: codeNow(secret) })
    const late = { enrollment, step: waiting.step, code: codeNow(waiting.secret) }
    expect((await thief.send(enrollTotpConfirm.POST, late)).status).toBe(404)
    expect((await thief.send(enrollTotp.POST, { step: enrollment })).status).toBe(404)
    expect(await thief.session()).toBeNull()
    // The last factor cannot be removed.
    const { status, answer } = await owner.send(totp.DELETE, {})
    expect([status, (answer as { detail: string }).detail]).toEqual([
      409,
      'Your organization requires a second factor. Add another one first.',
    ])
  })
})

import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as postResend } from '@/app/api/people/invitations/[invitationId]/resend/route'
import { DELETE as deleteInvitation } from '@/app/api/people/invitations/[invitationId]/route'
import { POST as postAccept } from '@/app/api/people/invitations/accept/route'
import { POST as postOpen } from '@/app/api/people/invitations/open/route'
import { POST as postInvitations } from '@/app/api/people/invitations/route'
import { readSession } from '@/lib/auth/session'
import { createUser, verifyCredentials } from '@/lib/auth/accounts'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { RouteHandler } from '@/lib/http/route'
import { setMailer } from '@/lib/mail/instance'
import { createMailer } from '@/lib/mail/transport'
import type { Mailer } from '@/lib/mail/types'
import { parseSettings } from '@/lib/env'
import { processWide } from '@/lib/process-wide'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { serverText } from '@/lib/server-text'
import { configureThrottle } from '@/lib/web/throttle'
import { runs } from '@/lib/testing/random-runs'
import { invited, openInvitation, sentInvitation } from './invitation-schema'
import { listOpenInvitations } from './invitation-store'

const tries = runs(1_000, 200)
const atOnce = runs(20, 6)

const password = 'tidal-cobalt-fern-7-orbit'
const minute = 60_000
const day = 24 * 60 * minute

let db: TestDatabase
let auth: TestAuth
let clock: HandClock
let admin: { userId: string; cookie: string }

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
})
afterAll(() => db.close())
beforeEach(async () => {
  clock = new HandClock()
  auth = installTestAuth(db, clock)
  configureThrottle({}, clock)
  await db.query('truncate invitations, activity, sessions cascade')
  await db.query(`delete from users where email not like 'person-%'`)
  const { userId } = await auth.addPerson('admin')
  await db.query(`update users set name = 'Ann Archer' where user_id = $1`, [userId])
  admin = { userId, cookie: (await auth.signInAs(userId)).cookie }
})
afterEach(() => setMailer(null))

interface Asked {
  cookie?: string
  body?: unknown
  params?: Record<string, string>
  from?: string
  method?: string
}

async function ask(handler: RouteHandler, { cookie, body, params = {}, from, method = 'POST' }: Asked = {}) {
  const headers = { ...auth.honest(cookie), ...(from === undefined ? {} : { 'x-forwarded-for': from }) }
  const request = new Request(`${auth.origin}/api/people/invitations`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return handler(request, { params: Promise.resolve(params) })
}

const asAdmin = (handler: RouteHandler, asked: Asked = {}) => ask(handler, { ...asked, cookie: admin.cookie })

async function invite(addresses: string, role = 'editor') {
  const response = await asAdmin(postInvitations, { body: { addresses, role } })
  expect(response.status).toBe(200)
  return invited.parse(await response.json()).results
}

async function inviteOne(email = 'bob@example.com') {
  const invitation = (await invite(email))[0]?.invitation
  if (invitation === undefined || invitation === null) throw new Error('nobody was invited')
  return { ...invitation, token: new URL(invitation.link).hash.slice(1) }
}

const accept = (token: string, { name = 'Bob Miller', given = password, from = '198.51.100.7' } = {}) =>
  ask(postAccept, { body: { token, name, password: given }, from })
const open = (token: string, from = '198.51.100.7') => ask(postOpen, { body: { token }, from })

const body = (addresses: string) => ({ addresses, role: 'viewer' })
const place = ({ invitationId }: { invitationId: string }) => ({ params: { invitationId } })

const readJournal = async () =>
  (
    await db.query<{ action: string; actor_name: string; object_name: string }>(
      `select action, actor_name, object_name from activity where action like 'invitation%' order by at, activity_id`,
    )
  ).rows.map((row) => [row.actor_name, row.action, row.object_name])

async function readTables(): Promise<string> {
  const { rows } = await db.query<{ all: string }>(
    `select (select coalesce(json_agg(i), '[]')::text from invitations i)
         || (select coalesce(json_agg(a), '[]')::text from activity a) as all`,
  )
  return rows[0]?.all ?? ''
}

/** Starts a real mail server. */
async function startServer(): Promise<{
  received: string[]
  mailer: Mailer
  stop: () => Promise<void>
  close: () => Promise<void>
}> {
  const received: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, _session, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('utf8')))
      stream.on('end', () => {
        received.push(raw)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const from = { name: 'Sightline', address: 'sightline@example.com' }
  const mailer = createMailer({ host: '127.0.0.1', port, isSecure: false, needsTls: false, login: null, from })
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const close = async () => {
    mailer.close()
    await stop()
  }
  return { received, mailer, stop, close }
}

describe('the mail of an invitation', () => {
  it(
    'is in the language that the inviting person chose, even when it is sent again, and otherwise in English',
    { tags: ['full'] },
    async () => {
      await installServerTexts(['en', 'de'])
      const { received, mailer, close } = await startServer()
      setMailer(mailer)
      const chosen = await asAdmin(postInvitations, { body: { ...body('Eva <eva@example.com>'), language: 'de' } })
      await invite('bob@example.com')
      const invitation = invited.parse(await chosen.json()).results[0]?.invitation
      if (invitation === undefined || invitation === null) throw new Error('nobody was invited')
      expect((await asAdmin(postResend, place(invitation))).status).toBe(200)
      await close()
      const mails = await Promise.all(received.map((raw) => PostalMime.parse(raw)))
      const subject = 'Ann Archer hat Sie zu Sightline eingeladen'
      expect(mails.map((mail) => mail.subject)).toEqual([subject, 'Ann Archer invited you to Sightline', subject])
      expect(mails[0]?.html).toContain('<html lang="de">')
      expect(mails[0]?.text).toContain('Einladung annehmen')
      expect(mails.map(({ text, html }) => `${text}${html}`).join('')).not.toMatch(/[\uFDD0\uFDD1]|mail\.invitation/)
      expect((await asAdmin(postInvitations, { body: { ...body('c@example.com'), language: 'xx' } })).status).toBe(422)
    },
  )
})

describe('inviting people', () => {
  it('returns a result for every pasted part and invites the rest', async () => {
    await invite('open@example.com')
    const results = await invite(
      'Bob Miller <bob@example.com>; BOB@example.com, nobody, open@example.com\nPERSON-1@example.com',
    )
    expect(results.map(({ outcome, address, name }) => [outcome, address, name])).toEqual([
      ['invited', 'bob@example.com', 'Bob Miller'],
      ['duplicate', 'BOB@example.com', null],
      ['invalid', null, null],
      ['open', 'open@example.com', null],
      ['member', 'PERSON-1@example.com', null],
    ])
    expect(results.map(({ invitation }) => invitation?.mail ?? null)).toEqual(['off', null, null, null, null])
    expect(await readJournal()).toEqual([
      ['Ann Archer', 'invitation.create', 'open@example.com'],
      ['Ann Archer', 'invitation.create', 'bob@example.com'],
    ])
  })

  it('is refused without an address, for too many addresses, for people who are not admins, and without a recent proof', async () => {
    const editor = await auth.signInAs((await auth.addPerson('editor')).userId)
    const many = Array.from({ length: 101 }, (_, index) => `a${index}@example.com`).join(' ')
    const statuses = [
      (await asAdmin(postInvitations, { body: body(' ,; ') })).status,
      (await asAdmin(postInvitations, { body: body(many) })).status,
      (await ask(postInvitations, { body: body('x@example.com'), cookie: editor.cookie })).status,
      (await ask(postInvitations, { body: body('x@example.com') })).status,
    ]
    clock.advance(11 * minute)
    const stale = await asAdmin(postInvitations, { body: body('x@example.com') })
    expect([...statuses, stale.status]).toEqual([422, 422, 403, 401, 403])
    expect(await stale.json()).toMatchObject({ code: 'proof_required' })
    expect((await db.query('select from invitations')).rows).toEqual([])
  })

  it('creates only one open invitation for two simultaneous requests', async () => {
    const both = await Promise.all([invite('bob@example.com'), invite('bob@example.com')])
    expect(
      both
        .flat()
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['invited', 'open'])
  })

  it('is over for an address that gets an account in another way', async () => {
    const invitation = await inviteOne('Bob@example.com')
    expect(await listOpenInvitations(db, clock.now())).toHaveLength(1)
    await createUser(db, { email: 'bob@example.com', name: 'Bob', role: 'viewer', password })
    expect(await listOpenInvitations(db, clock.now())).toEqual([])
    expect((await open(invitation.token)).status).toBe(404)
    expect((await asAdmin(postResend, place(invitation))).status).toBe(404)
  })

  it('replaces an expired invitation', async () => {
    const old = await inviteOne()
    clock.advance(7 * day)
    admin.cookie = (await auth.signInAs(admin.userId)).cookie
    const fresh = await inviteOne()
    expect((await open(old.token)).status).toBe(404)
    expect((await open(fresh.token)).status).toBe(200)
  })
})

describe('the mail of an invitation', () => {
  it('contains the inviting person, the role, the expiry and the link', async () => {
    const server = await startServer()
    setMailer(server.mailer)
    try {
      const { link, mail } = await inviteOne()
      const read = await PostalMime.parse(server.received[0] ?? '')
      expect(mail).toBe('sent')
      expect(read.to).toMatchObject([{ address: 'bob@example.com' }])
      expect(read.subject).toBe('Ann Archer invited you to Sightline')
      expect(read.text).toContain(`\n${link}\n`)
      expect(read.text).toContain('as an editor')
      expect(read.text).toContain('until 27 Nov 2026, 09:00 UTC')
      expect(read.html).toContain(`href="${link}"`)
    } finally {
      await server.close()
    }
  })

  it('speaks of single sign-on, not of a password, when passwords are off', async () => {
    const slots = globalThis as unknown as Record<symbol, unknown>
    const key = Symbol.for('sightline.settings')
    const before = slots[key]
    const server = await startServer()
    setMailer(server.mailer)
    try {
      slots[key] = parseSettings({
        NEXTAUTH_SECRET: auth.secret,
        NODE_ENV: 'test',
        PASSWORD_SIGN_IN: 'off',
        OIDC_ISSUER: 'https://id.example',
        OIDC_CLIENT_ID: 'sightline',
        OIDC_CLIENT_SECRET: 'a secret',
      })
      await inviteOne()
      const { text } = await PostalMime.parse(server.received[0] ?? '')
      expect(text).toContain('Accept the invitation to sign in with single sign-on.')
      expect(text).not.toContain('password')
    } finally {
      slots[key] = before
      await server.close()
    }
  })

  it('may fail without losing the invitation: the reason is stored and the link works', async () => {
    const server = await startServer()
    await server.stop()
    setMailer(server.mailer)
    const results = await invite('bob@example.com carl@example.com')
    expect(results.map(({ invitation }) => invitation?.mail)).toEqual(['failed', 'failed'])
    expect(results[0]?.invitation?.mailError).toMatch(/^Sightline could not reach the mail server/)
    const { rows } = await db.query<{ email_error: string; emailed_at: unknown }>(
      'select email_error, emailed_at from invitations',
    )
    const reason = serverText('mail.unreachable')
    expect(rows).toEqual([
      { email_error: reason, emailed_at: null },
      { email_error: reason, emailed_at: null },
    ])
    const token = new URL(results[0]?.invitation?.link ?? '').hash.slice(1)
    expect((await open(token)).status).toBe(200)
    server.mailer.close()
  })
})

describe('an invitation link', () => {
  it('creates an account for the invited address and signs the person in', { tags: ['S34'] }, async () => {
    const { token, link } = await inviteOne('Bob@Example.com')
    expect(link).toBe(`${auth.origin}/invitation#${token}`)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(openInvitation.parse(await (await open(token)).json())).toEqual({
      email: 'Bob@Example.com',
      name: null,
      role: 'editor',
      invitedByName: 'Ann Archer',
      expiresAt: '2026-11-27T09:00:00.000Z',
    })
    // Another address in the body has no effect, because there is no such field.
    const response = await ask(postAccept, {
      body: { token, name: '  Bob   Miller ', password, email: 'eve@example.com', role: 'admin' },
    })
    expect(response.status).toBe(204)
    const [cookie = ''] = response.headers.getSetCookie()
    const session = await readSession(new Headers({ cookie: cookie.split(';')[0] ?? '' }))
    expect(session?.actor).toMatchObject({ email: 'Bob@Example.com', name: 'Bob Miller', role: 'editor' })
    expect((await verifyCredentials(db, 'bob@example.com', password))?.userId).toBe(session?.actor.userId)
    expect(await readJournal()).toContainEqual(['Bob Miller', 'invitation.accept', 'Bob@Example.com'])
  })

  it('is stored only as a hash, and appears in no log', { tags: ['S34'] }, async () => {
    const { token } = await inviteOne()
    await accept(token)
    const stored = `${await readTables()}${JSON.stringify(auth.events)}`
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    expect(stored).not.toContain(password)
  })

  it(
    `works once: of ${atOnce} simultaneous requests to accept, one creates the account`,
    { tags: ['S34'] },
    async () => {
      const { token } = await inviteOne()
      const statuses = await Promise.all(
        Array.from(
          { length: atOnce },
          async (_, index) => (await accept(token, { from: `198.51.100.${index}` })).status,
        ),
      )
      expect(statuses.toSorted((a, b) => a - b)).toEqual([204, ...Array.from({ length: atOnce - 1 }, () => 404)])
      const { rows } = await db.query(`select from users where email = 'bob@example.com'`)
      expect(rows).toHaveLength(1)
    },
  )

  it('works for 7 days and not a moment longer', { tags: ['S34'] }, async () => {
    const { token } = await inviteOne()
    clock.advance(7 * day - 1)
    expect((await open(token)).status).toBe(200)
    clock.advance(1)
    expect((await open(token)).status).toBe(404)
    expect((await accept(token)).status).toBe(404)
  })

  it(
    'gives the same response whether it is used, expired, revoked, replaced or made up',
    { tags: ['S34'] },
    async () => {
      const used = await inviteOne('used@example.com')
      await accept(used.token)
      const replaced = await inviteOne('replaced@example.com')
      const again = sentInvitation.parse(await (await asAdmin(postResend, place(replaced))).json())
      expect(again.link).not.toBe(replaced.link)
      const revoked = await inviteOne('revoked@example.com')
      expect((await asAdmin(deleteInvitation, { ...place(revoked), method: 'DELETE' })).status).toBe(204)
      const member = await inviteOne('member@example.com')
      await db.query(`insert into users (email, name, role) values ('member@example.com', 'M', 'viewer')`)
      const expired = await inviteOne('expired@example.com')
      await db.query(`update invitations set expires_at = created_at where email = 'expired@example.com'`)
      const answers = []
      for (const token of [used, replaced, revoked, expired].map((one) => one.token).concat('made-up', ''))
        for (const response of [await open(token), await accept(token)]) {
          const { requestId: _, ...problem } = (await response.json()) as Record<string, unknown>
          answers.push({ ...problem, cookies: response.headers.getSetCookie() })
        }
      expect(answers).toHaveLength(12)
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]).toMatchObject({ status: 404, code: 'not_found', cookies: [] })
      // This person has got an account since then, so accepting the link creates no second account.
      expect((await accept(member.token)).status).toBe(404)
    },
  )

  it(
    `cannot be guessed: none of ${tries} tries is accepted, and a flood of requests is slowed down`,
    { tags: ['S34'] },
    async () => {
      const { token } = await inviteOne()
      const near = [
        token.slice(1),
        `${token}A`,
        token.toLowerCase(),
        token.toUpperCase(),
        ` ${token}`,
        `${token}\n`,
        `${token}=`,
      ]
      const guesses = near.concat(
        Array.from({ length: tries - near.length }, () => randomBytes(32).toString('base64url')),
      )
      const statuses = new Map<number, number>()
      for (const [index, guess] of guesses.entries()) {
        // Half of the tries come from one address, and the other half from a different address each.
        const from = index % 2 === 0 ? '203.0.113.9' : `198.18.${index >> 8}.${index & 255}`
        const { status } = await accept(guess, { from })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      expect(Object.fromEntries(statuses)).toEqual({ 404: tries / 2 + 30, 429: tries / 2 - 30 })
      expect((await accept(token)).status).toBe(204)
    },
  )

  it('is not used up by a weak password or an empty name', async () => {
    const { token } = await inviteOne()
    const weak = await accept(token, { given: 'password1234' })
    expect([weak.status, await weak.json()]).toMatchObject([422, { fields: { password: expect.any(String) } }])
    expect((await accept(token, { name: ' ' })).status).toBe(422)
    expect((await accept(token)).status).toBe(204)
  })

  it('can be sent again and revoked only while it is open, and both are in the log', async () => {
    const { invitationId } = await inviteOne()
    const params = { invitationId }
    expect((await asAdmin(postResend, { params })).status).toBe(200)
    expect((await asAdmin(deleteInvitation, { params, method: 'DELETE' })).status).toBe(204)
    expect((await asAdmin(postResend, { params })).status).toBe(404)
    expect((await asAdmin(deleteInvitation, { params, method: 'DELETE' })).status).toBe(404)
    expect((await readJournal()).map(([, action]) => action)).toEqual([
      'invitation.create',
      'invitation.resend',
      'invitation.revoke',
    ])
  })
})

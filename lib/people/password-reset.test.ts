import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as createLink } from '@/app/api/people/[userId]/password-reset/route'
import { POST as setPassword } from '@/app/api/people/password-reset/route'
import { verifyCredentials } from '@/lib/auth/accounts'
import { readActor } from '@/lib/auth/session'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { setMailer } from '@/lib/mail/instance'
import { type Mail, MailError } from '@/lib/mail/types'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { processWide } from '@/lib/process-wide'
import { configureThrottle } from '@/lib/web/throttle'
import { runs } from '@/lib/testing/random-runs'
import { passwordResetLink } from './schema'

const tries = runs(1_000, 200)

let db: TestDatabase
let auth: TestAuth
let admin: { userId: string; cookie: string }
const clock = new HandClock()
const good = 'walnut-cobalt-fern-orbit'

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
})
afterAll(() => db.close())
beforeEach(async () => {
  auth = installTestAuth(db, clock)
  configureThrottle({}, clock)
  const { userId } = await auth.addPerson('admin')
  admin = { userId, cookie: (await auth.signInAs(userId)).cookie }
})

async function linkFor(userId: string) {
  const request = new Request(auth.origin, { method: 'POST', headers: auth.honest(admin.cookie) })
  const response = await createLink(request, { params: Promise.resolve({ userId }) })
  expect(response.status).toBe(200)
  const made = passwordResetLink.parse(await response.json())
  return { ...made, token: new URL(made.link).hash.slice(1) }
}

let requests = 0
/** Uses a link, by default from a new network address for each request. */
async function use(token: string, password = good, address?: string) {
  requests += 1
  const headers = {
    ...auth.honest(),
    'x-sightline-peer': address ?? `203.0.${Math.floor(requests / 250)}.${requests % 250}`,
  }
  const request = new Request(`${auth.origin}/api/people/password-reset`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token, password }),
  })
  const response = await setPassword(request, { params: Promise.resolve({}) })
  return { status: response.status, text: (await response.text()).replace(/"requestId":"[^"]*"/, '') }
}

const isOpen = async (email: string, password: string) => (await verifyCredentials(db, email, password)) !== null

describe('a link to set a new password', () => {
  it('sets the password once, ends all sessions of the person, and is in the log', { tags: ['S34'] }, async () => {
    const person = await auth.addPerson('editor')
    const { cookie } = await auth.signInAs(person.userId)
    const { link, token, expiresAt } = await linkFor(person.userId)
    expect(link).toBe(`${auth.origin}/reset-password#${token}`)
    expect(Date.parse(expiresAt)).toBe(clock.now() + 24 * 60 * 60_000)
    expect((await use(token)).status).toBe(204)
    expect(await isOpen(person.email, good)).toBe(true)
    expect(await readActor(new Headers({ cookie }))).toBeNull()
    expect((await use(token, 'another-pebble-sonnet-cliff')).status).toBe(404)
    expect(await isOpen(person.email, good)).toBe(true)
    const { rows } = await db.query('select action, actor_id from activity where object_id = $1 order by at', [
      person.userId,
    ])
    expect(rows).toEqual([
      { action: 'account.create-reset-link', actor_id: admin.userId },
      { action: 'account.reset-password', actor_id: person.userId },
    ])
  })

  it('is also emailed to the person if mail is on, and stays valid for the admin if the mail fails', async () => {
    const person = await auth.addPerson('viewer')
    const mails: Mail[] = []
    setMailer({
      send: async (mail) => {
        mails.push(mail)
        if (mails.length > 1) throw new MailError('The mail server cannot be reached.', true)
      },
      close: () => undefined,
    })
    const first = await linkFor(person.userId)
    const second = await linkFor(person.userId)
    setMailer(null)
    expect([first.isEmailed, second.isEmailed]).toEqual([true, false])
    expect(mails[0]?.to.address).toBe(person.email)
    expect(mails[0]?.text).toContain(first.link)
    expect((await use(second.token)).status).toBe(204)
  })

  it('is emailed in the language that the person chose, or in English', { tags: ['full'] }, async () => {
    await installServerTexts(['en', 'de'])
    const mails: Mail[] = []
    setMailer({ send: async (mail) => void mails.push(mail), close: () => undefined })
    for (const language of ['de', 'browser', 'xx', null]) {
      const { userId } = await auth.addPerson('viewer')
      if (language !== null)
        await db.query('update users set preferences = $2::jsonb where user_id = $1', [
          userId,
          JSON.stringify({ language }),
        ])
      await linkFor(userId)
    }
    setMailer(null)
    const english = 'Set a new password for Sightline'
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Neues Passwort für Sightline festlegen',
      english,
      english,
      english,
    ])
    expect(mails[0]?.html).toContain('<html lang="de">')
    expect(mails[0]?.text).toContain('Guten Tag')
    expect(mails.map(({ text }) => text).join('')).not.toMatch(/[\uFDD0\uFDD1]|mail\.reset/)
  })

  it('is stored only as a hash, and its token never appears in the log', { tags: ['S34'] }, async () => {
    const person = await auth.addPerson('viewer')
    const { token } = await linkFor(person.userId)
    await use(token.slice(1))
    await use(token)
    const { rows } = await db.query<{ all: string }>(
      `select coalesce((select json_agg(r)::text from password_resets r), '') || (select json_agg(a)::text from activity a)
         || (select json_agg(u)::text from users u) as all`,
    )
    const kept = `${rows[0]?.all} ${JSON.stringify(auth.events)}`
    expect(kept).not.toContain(token.slice(1))
    expect(kept).not.toContain(good)
  })

  it(
    'gives the same response whether it is used, expired, replaced, unknown, or of a disabled person',
    { tags: ['S34'] },
    async () => {
      const person = await auth.addPerson('viewer')
      const disabled = await auth.addPerson('viewer')
      const replaced = await linkFor(person.userId)
      const used = await linkFor(person.userId)
      expect((await use(used.token)).status).toBe(204)
      const ofDisabled = await linkFor(disabled.userId)
      await db.query('update users set disabled_at = now() where user_id = $1', [disabled.userId])
      const expired = await linkFor(person.userId)
      clock.advance(24 * 60 * 60_000)
      const tokens = [used, replaced, ofDisabled, expired].map(({ token }) => token)
      const answers = [...tokens, randomBytes(32).toString('base64url'), 'x'].map((token) => use(token, 'short'))
      const [first, ...others] = await Promise.all(answers)
      expect(first?.status).toBe(404)
      for (const answer of others) expect(answer).toEqual(first)
      expect(await isOpen(person.email, good)).toBe(true)
    },
  )

  it(`cannot be guessed: ${tries} tries from as many addresses change nothing`, { tags: ['S34'] }, async () => {
    const person = await auth.addPerson('admin')
    const { token } = await linkFor(person.userId)
    const near = Array.from(
      token,
      (letter, at) => `${token.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`,
    )
    const guesses = [
      ...near,
      ...Array.from({ length: tries - near.length }, () => randomBytes(32).toString('base64url')),
    ]
    const answers = await Promise.all(guesses.map((guess) => use(guess)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect((await use(token)).status).toBe(204)
  })

  it('refuses an address that tries more than ten times a minute', { tags: ['S34'] }, async () => {
    const statuses: number[] = []
    for (let run = 0; run < 12; run += 1) statuses.push((await use('guess', good, '2001:db8::1')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429])
    expect((await use('guess', good, '2001:db8::2')).status).toBe(429)
    expect((await use('guess', good, '198.51.100.1')).status).toBe(404)
  })

  it('works for only one of several simultaneous requests', { tags: ['S34', 'full'] }, async () => {
    const person = await auth.addPerson('viewer')
    const { token } = await linkFor(person.userId)
    const passwords = ['one', 'two', 'three', 'four'].map((word) => `${word}-${good}`)
    const answers = await Promise.all(passwords.map((password) => use(token, password)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404, 404])
    const open = await Promise.all(passwords.map((password) => isOpen(person.email, password)))
    expect(open).toEqual(answers.map(({ status }) => status === 204))
  })

  it('stays valid when the password is refused as weak, and is not created for a disabled person', async () => {
    const person = await auth.addPerson('viewer')
    const { token } = await linkFor(person.userId)
    for (const weak of ['short', 'password1234', `${person.email}-and-more-words`])
      expect((await use(token, weak)).status).toBe(422)
    expect((await use(token)).status).toBe(204)
    await db.query('update users set disabled_at = now() where user_id = $1', [person.userId])
    const request = new Request(auth.origin, { method: 'POST', headers: auth.honest(admin.cookie) })
    const response = await createLink(request, { params: Promise.resolve({ userId: person.userId }) })
    expect(response.status).toBe(409)
  })
})

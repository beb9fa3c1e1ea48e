import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as getPerson } from '@/app/api/people/[userId]/route'
import { GET as getExport } from '@/app/api/people/export/route'
import { GET as getMailbox } from '@/app/api/people/mailbox/route'
import { GET as getPeople } from '@/app/api/people/route'
import { roles } from '@/lib/access/permissions'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { readCsv } from '@/lib/csv/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { parseSettings } from '@/lib/env'
import type { RouteHandler } from '@/lib/http/route'
import { processWide } from '@/lib/process-wide'
import { runs } from '@/lib/testing/random-runs'
import { configureThrottle } from '@/lib/web/throttle'
import { invitePeople } from './invitation-mutations'
import { selectEntries, titleOf, toEntries, type PeopleEntry } from './list-model'
import { peopleList, personDetail } from './list-schema'
import { peopleSorts, personStates } from './values-model'

let db: TestDatabase
let auth: TestAuth
let cookie: string
let admin: { userId: string; email: string }

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
})
afterAll(() => db.close())
beforeEach(async () => {
  const clock = new HandClock()
  auth = installTestAuth(db, clock)
  configureThrottle({}, clock)
  configure({})
  await db.query('truncate invitations, activity, users cascade')
  admin = await auth.addPerson('admin')
  ;({ cookie } = await auth.signInAs(admin.userId))
})

/** The slot in which lib/env keeps the settings of the process. */
const slots = globalThis as unknown as Record<symbol, unknown>
function configure(more: Record<string, string>): void {
  slots[Symbol.for('sightline.settings')] = parseSettings({
    NEXTAUTH_SECRET: auth.secret,
    NODE_ENV: 'test',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'sightline',
    OIDC_CLIENT_SECRET: 'a secret',
    ...more,
  })
}

const ask = (handler: RouteHandler, query = '', params: Record<string, string> = {}, as = cookie) =>
  handler(new Request(`${auth.origin}/api/people${query}`, { headers: { cookie: as } }), {
    params: Promise.resolve(params),
  })

async function addSomebody(changes: string): Promise<string> {
  const { userId } = await auth.addPerson('viewer')
  await db.query(`update users set ${changes} where user_id = $1`, [userId])
  return userId
}

const actor = () => ({ ...admin, name: 'Ann', role: 'admin' as const })

describe('the list of people', () => {
  it('has accounts with their sign-in methods and open invitations, but no service accounts', async () => {
    const disabled = await addSomebody(`name = 'Dora', disabled_at = now(), password_hash = null`)
    const factors = await addSomebody(`name = 'Finn', totp_secret = '\\x00', totp_confirmed_at = now()`)
    await db.query(
      `insert into passkeys (credential_id, user_id, name, public_key, counter) values ('a', $1, 'Key', '\\x00', 0)`,
      [factors],
    )
    await db.query(`insert into identities (issuer, subject, user_id) values ('https://id.example', 's', $1)`, [
      factors,
    ])
    await db.query(`insert into users (email, name, role, kind) values ('bot@service', 'Bot', 'viewer', 'service')`)
    await invitePeople(actor(), { addresses: 'Ines <ines@example.com>', role: 'editor', language: 'en' }, db)
    const { people, invitations, isMailed } = peopleList.parse(await (await ask(getPeople)).json())
    expect(people.map(({ name }) => name)).toEqual(['Dora', 'Finn', expect.stringMatching(/^Person/)])
    expect(people.find(({ userId }) => userId === disabled)).toMatchObject({ isDisabled: true, methods: [] })
    expect(people.find(({ userId }) => userId === factors)).toMatchObject({
      methods: ['password', 'passkey', 'single-sign-on'],
      secondFactors: ['app', 'passkey'],
      lastSeenAt: null,
    })
    expect(people.at(-1)).toMatchObject({ lastSeenAt: '2026-11-20T09:00:00.000Z', secondFactors: [] })
    expect(invitations).toMatchObject([
      { email: 'ines@example.com', name: 'Ines', invitedByName: 'Ann', isExpired: false },
    ])
    expect(isMailed).toBe(false)
  })

  it('has only sign-in methods that the settings allow', async () => {
    const viewer = await addSomebody(`name = 'Vera', is_break_glass = true`)
    const linked = await addSomebody(`name = 'Lina'`)
    await db.query(`update users set is_break_glass = true where user_id = $1`, [admin.userId])
    await db.query(
      `insert into identities (issuer, subject, user_id) values ('https://id.example/', 'l', $1), ('https://former.example', 'v', $2)`,
      [linked, viewer],
    )
    const readMethods = async () => {
      const { people } = peopleList.parse(await (await ask(getPeople)).json())
      return [viewer, linked, admin.userId].map((id) => people.find(({ userId }) => userId === id)?.methods)
    }
    expect(await readMethods()).toEqual([['password'], ['password', 'single-sign-on'], ['password']])
    configure({ PASSWORD_SIGN_IN: 'off' })
    expect(await readMethods()).toEqual([[], ['single-sign-on'], ['password']])
    const detail = personDetail.parse(await (await ask(getPerson, '', { userId: linked })).json())
    expect(detail.person.methods).toEqual(['single-sign-on'])
  })

  it('is for admins only', async () => {
    for (const role of ['viewer', 'editor'] as const) {
      const other = await auth.signInAs((await auth.addPerson(role)).userId)
      for (const handler of [getPeople, getExport, getMailbox])
        expect((await ask(handler, '', {}, other.cookie)).status).toBe(403)
      expect((await ask(getPerson, '', { userId: admin.userId }, other.cookie)).status).toBe(403)
    }
  })

  it('has a mailbox only in the demo', async () => {
    expect((await ask(getMailbox)).status).toBe(404)
  })

  it('can be saved as CSV with the filter of the page, and without formulas', async () => {
    await addSomebody(`name = '=1+1', email = '+evil@example.com'`)
    await addSomebody(`name = 'Zoe', disabled_at = now()`)
    const response = await ask(getExport, '?role=viewer&sort=name&order=down&tz=Europe/Berlin')
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const rows = readCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()))
    expect(rows.map(([name, email, role, state]) => [name, email, role, state])).toEqual([
      ['Name', 'Email', 'Role', 'Status'],
      ['Zoe', expect.stringContaining('@'), 'Viewer', 'Disabled'],
      ["'=1+1", "'+evil@example.com", 'Viewer', 'Active'],
    ])
    const { rows: entries } = await db.query(`select action from activity where action = 'account.export'`)
    expect(entries).toHaveLength(1)
  })
})

describe('the page of a person', () => {
  it('shows the valid sessions, but nothing that would let somebody use them', async () => {
    const ended = await auth.signInAs(admin.userId)
    await auth.sessions.end(ended.sid)
    const response = await ask(getPerson, '', { userId: admin.userId })
    const text = await response.clone().text()
    const detail = personDetail.parse(await response.json())
    expect(detail.sessions).toMatchObject([{ device: 'Unknown device', address: '192.0.2.1', isThis: true }])
    expect(text).not.toContain(cookie.split('=')[1] ?? 'none')
    expect((await ask(getPerson, '', { userId: crypto.randomUUID() })).status).toBe(404)
  })
})

const entry = fc.record({
  id: fc.uuid(),
  name: fc.constantFrom('', 'Ann', 'ann', 'Ånn Øster', 'Bob 2', 'Bob 10', 'Zoë'),
  email: fc.emailAddress(),
  role: fc.constantFrom(...roles),
  state: fc.constantFrom(...personStates),
  seenAt: fc.option(fc.constantFrom('2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z')),
  person: fc.constant(null),
  invitation: fc.constant(null),
}) satisfies fc.Arbitrary<PeopleEntry>

const make = (name: string, seenAt: string | null): PeopleEntry => ({
  id: name,
  name,
  email: `${name.length}@example.com`,
  role: 'viewer',
  state: 'active',
  seenAt,
  person: null,
  invitation: null,
})

describe('the filter of the list', () => {
  it('keeps every match once, in an order that does not depend on the input', () => {
    const filter = fc.record({
      q: fc.constantFrom('', 'ann', 'oster', 'bob 1', '@'),
      role: fc.subarray([...roles]),
      state: fc.subarray([...personStates]),
      sort: fc.constantFrom(...peopleSorts),
    })
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 20 }), filter, (entries, asked) => {
        const up = selectEntries(entries, { ...asked, order: 'up' })
        const again = selectEntries(entries.toReversed(), { ...asked, order: 'up' })
        expect(again).toEqual(up)
        const down = selectEntries(entries, { ...asked, order: 'down' })
        expect(new Set(down)).toEqual(new Set(up))
        expect(new Set(up).size).toBe(up.length)
        const isMeant = (one: PeopleEntry) =>
          (asked.role.length === 0 || asked.role.includes(one.role)) &&
          (asked.state.length === 0 || asked.state.includes(one.state))
        for (const one of up) expect(isMeant(one)).toBe(true)
        if (asked.q === '') expect(up).toHaveLength(entries.filter(isMeant).length)
      }),
      { numRuns: runs(200) },
    )
  })

  it('finds names without their accents, and sorts numbers by value and unseen people last', () => {
    const list = [
      make('Bob 10', null),
      make('Zoë', '2026-11-20T10:00:00.000Z'),
      make('Bob 2', '2026-11-20T09:00:00.000Z'),
    ]
    expect(selectEntries(list, { q: 'zoe' }).map(titleOf)).toEqual(['Zoë'])
    expect(selectEntries(list, {}).map(titleOf)).toEqual(['Bob 2', 'Bob 10', 'Zoë'])
    expect(selectEntries(list, { sort: 'seen' }).map(titleOf)).toEqual(['Zoë', 'Bob 2', 'Bob 10'])
    expect(toEntries({ people: [], invitations: [] })).toEqual([])
  })
})

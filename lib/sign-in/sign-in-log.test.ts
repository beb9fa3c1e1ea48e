import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET, POST } from '@/app/api/auth/[...nextauth]/route'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { loginLimits } from '@/lib/auth/sign-in-limits'
import { serverText } from '@/lib/server-text'
import { readTypedName, recordRefusal } from './sign-in-log'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { createUser } from '@/lib/auth/accounts'

const password = 'correct horse battery'
let db: TestDatabase
let auth: TestAuth
let clock: HandClock

beforeAll(async () => {
  db = await openTestDatabase()
  await createUser(db, { email: 'Ann@example.com', name: 'Ann', role: 'admin', password })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('truncate activity cascade')
  await db.query('truncate sign_in_counters')
  clock = new HandClock()
  auth = installTestAuth(db, clock)
})

const context = { params: Promise.resolve({}) }
const base = 'http://127.0.0.1:3000/api/auth'
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .filter((pair) => pair !== undefined && !pair.endsWith('='))
    .join('; ')

async function post(path: string, body: object, { cookie = '', from = '198.51.100.7' } = {}) {
  const csrf = await GET(new Request(`${base}/csrf`, { headers: { cookie } }), context)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const jar = [cookie, cookieOf(csrf)].filter((part) => part !== '').join('; ')
  const headers = { ...auth.honest(jar), 'x-forwarded-for': from }
  return POST(
    new Request(`${base}/${path}`, { method: 'POST', headers, body: JSON.stringify({ csrfToken, ...body }) }),
    context,
  )
}
const signIn = (email: string, given: string, from?: string) =>
  post('callback/credentials', { email, password: given }, from === undefined ? {} : { from })

async function readLog() {
  const { rows } = await db.query(
    `select action, outcome, actor_id is not null as "isKnown", actor_name as name, actor_email as email, address,
       outcome_note as note, request_id is not null as "hasRequest" from activity order by at, activity_id`,
  )
  return rows
}

const flood = (typed: string, address: string) => recordRefusal(auth, 'throttled', { typed, address })

describe('the activity log', () => {
  it('contains who signed in, from where, and who signed out', async () => {
    const response = await signIn('ann@EXAMPLE.com', password)
    expect(response.status).toBe(200)
    expect((await post('signout', {}, { cookie: cookieOf(response) })).status).toBe(200)
    const who = { isKnown: true, name: 'Ann', email: 'Ann@example.com', address: '198.51.100.7', hasRequest: true }
    expect(await readLog()).toMatchObject([
      { action: 'session.sign-in', outcome: 'done', ...who },
      { action: 'session.sign-out', outcome: 'done', ...who },
    ])
  })

  it('contains a refused name as typed, without attributing it to a person', async () => {
    expect((await signIn('ann@example.com', 'wrong')).status).toBe(401)
    expect((await signIn(' Nobody@Example.com ', 'wrong')).status).toBe(401)
    expect(await readLog()).toMatchObject([
      { outcome: 'failed', isKnown: false, name: 'ann@example.com', email: 'ann@example.com', address: '198.51.100.7' },
      { outcome: 'failed', isKnown: false, name: 'nobody@example.com' },
    ])
  })

  it('prevents sign-ins that cannot be logged', async () => {
    await db.query(`alter table activity add constraint closed check (action <> 'session.sign-in')`)
    try {
      const response = await signIn('ann@example.com', password)
      expect(response.status).toBe(503)
      expect(cookieOf(response)).not.toContain('session')
      const { rows } = await db.query('select from sessions')
      expect(rows).toEqual([])
    } finally {
      await db.query('alter table activity drop constraint closed')
    }
  })

  it('contains no password, whichever field it was typed into', async () => {
    const secret = 'Tr0ub4dor and three'
    await signIn(secret, 'x')
    await signIn(secret, secret)
    await signIn('me@hunter2.example', 'hunter2')
    const { rows } = await db.query<{ whole: string }>('select activity::text as whole from activity')
    const whole = rows.map((row) => row.whole).join('\n')
    expect(rows).toHaveLength(3)
    expect(whole.toLowerCase()).not.toContain('tr0ub4dor')
    expect(whole).not.toContain('hunter2')
    expect(readTypedName({ email: `a@${'b'.repeat(250)}`, password: 'other' }).length).toBeLessThanOrEqual(200)
  })

  it('is not filled by a flood from one address: it has one entry per minute with the number of tries', async () => {
    for (let run = 0; run < 500; run += 1) await flood('ann@example.com', '198.51.100.7')
    expect(await readLog()).toHaveLength(1)
    clock.advance(61_000)
    await flood('ann@example.com', '198.51.100.7')
    const [, second] = await readLog()
    expect(second?.['note']).toBe(
      `${serverText('signIn.notes.throttled')} ${serverText('signIn.notes.unnoted', { count: 499 })}`,
    )
  })

  it('is not filled by a flood from many addresses', async () => {
    const entriesMax = loginLimits.notedAll.burst
    for (let run = 0; run < entriesMax + 300; run += 1)
      await recordRefusal(auth, run % 2 === 0 ? 'throttled' : 'refused', {
        typed: 'ann@example.com',
        address: `10.0.${run % 250}.${Math.floor(run / 250)}`,
      })
    expect(await readLog()).toHaveLength(entriesMax)
  })

  it('has only one entry for tries that the throttle refuses', { tags: ['full'] }, async () => {
    for (let run = 0; run < loginLimits.freeTries + 6; run += 1) await signIn('ann@example.com', `guess ${run}`)
    const notes = (await readLog()).map(({ note }) => note)
    expect(notes.filter((note) => note === serverText('signIn.notes.throttled'))).toHaveLength(1)
    expect(notes).toHaveLength(loginLimits.freeTries + 1)
  })
})

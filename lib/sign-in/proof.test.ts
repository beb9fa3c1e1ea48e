import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET, POST } from '@/app/api/account/proof/route'
import { createUser } from '@/lib/auth/accounts'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { route } from '@/lib/http/route'
import { serverText } from '@/lib/server-text'
import { configureThrottle } from '@/lib/web/throttle'

const password = 'correct horse battery'
const context = { params: Promise.resolve({}) }
const url = 'http://127.0.0.1:3000/api/account/proof'
const sensitive = route({ access: 'signed-in', proof: 'fresh' }, () => ({ done: true }))
let db: TestDatabase
let userId: string
let auth: TestAuth
let clock: HandClock
let cookie: string

beforeAll(async () => {
  db = await openTestDatabase()
  userId = await createUser(db, { email: 'Ann@example.com', name: 'Ann', role: 'viewer', password })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('truncate activity cascade')
  clock = new HandClock()
  auth = installTestAuth(db, clock)
  configureThrottle({}, clock)
  cookie = (await auth.signInAs(userId)).cookie
})

const change = async () => {
  const answer = await sensitive(new Request(url, { method: 'POST', headers: auth.honest(cookie) }), context)
  return answer.ok ? 'done' : ((await answer.json()) as { code: string }).code
}
const readWays = async () => (await GET(new Request(url, { headers: { cookie } }), context)).json() as Promise<unknown>
const prove = (body: unknown) =>
  POST(new Request(url, { method: 'POST', headers: auth.honest(cookie), body: JSON.stringify(body) }), context)

describe('a proof of identity', () => {
  it('lasts 10 minutes after the sign-in and after each new proof', { tags: ['S37'] }, async () => {
    clock.advance(10 * 60_000 - 1)
    expect(await change()).toBe('done')
    clock.advance(1)
    expect(await change()).toBe('proof_required')
    expect((await prove({ method: 'password', password })).status).toBe(204)
    clock.advance(10 * 60_000 - 1)
    expect(await change()).toBe('done')
    clock.advance(1)
    expect(await change()).toBe('proof_required')
  })

  it('counts only for the session that gave it', { tags: ['S37'] }, async () => {
    const other = (await auth.signInAs(userId)).cookie
    clock.advance(10 * 60_000)
    await prove({ method: 'password', password })
    expect(await change()).toBe('done')
    cookie = other
    expect(await change()).toBe('proof_required')
  })

  it(
    'counts as a sign-in attempt when it is wrong, and is then in the log without the typed text',
    { tags: ['full'] },
    async () => {
      clock.advance(10 * 60_000)
      const wrong = await prove({ method: 'password', password: 'a wrong password' })
      expect([wrong.status, ((await wrong.json()) as { detail: string }).detail]).toEqual([403, 'Incorrect password.'])
      expect(await change()).toBe('proof_required')
      const { rows } = await db.query(
        'select action, outcome, actor_id as "actorId", actor_name as name, outcome_note as note from activity',
      )
      expect(rows).toEqual([
        {
          action: 'session.prove',
          outcome: 'failed',
          actorId: userId,
          name: 'Ann',
          note: serverText('signIn.notes.unproved'),
        },
      ])
      const statuses: number[] = []
      for (let run = 0; run < 8; run += 1)
        statuses.push((await prove({ method: 'password', password: 'a wrong password' })).status)
      expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429, 429])
      // The correct password must wait too, because nothing is checked.
      expect((await prove({ method: 'password', password })).status).toBe(429)
    },
  )

  it('can be given only in the ways that the person has', async () => {
    expect(await readWays()).toEqual({ hasPassword: true, hasPasskey: false, hasCode: false, issuerName: null })
    expect((await prove({ method: 'code', code: '123456' })).status).toBe(403)
  })
})

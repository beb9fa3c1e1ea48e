import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DELETE as signOut } from '@/app/api/people/[userId]/sessions/route'
import { DELETE as endOne } from '@/app/api/people/[userId]/sessions/[sessionId]/route'
import { POST as disable } from '@/app/api/people/[userId]/disable/route'
import { POST as enable } from '@/app/api/people/[userId]/enable/route'
import { POST as createLink } from '@/app/api/people/[userId]/password-reset/route'
import { DELETE as removeFactor } from '@/app/api/people/[userId]/second-factor/route'
import { PATCH as change } from '@/app/api/people/[userId]/route'
import { readActor } from '@/lib/auth/session'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { RouteHandler } from '@/lib/http/route'
import { processWide } from '@/lib/process-wide'
import type { Role } from '@/lib/access/permissions'

let db: TestDatabase
let auth: TestAuth
const clock = new HandClock()

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('delete from users')
  auth = installTestAuth(db, clock)
})

async function person(role: Role) {
  const { userId, email } = await auth.addPerson(role)
  const { cookie, sid } = await auth.signInAs(userId)
  const { rows } = await db.query<{ id: string }>('select session_id as id from sessions where sid = $1', [sid])
  return { userId, email, cookie, sessionId: rows[0]?.id ?? '' }
}
type Person = Awaited<ReturnType<typeof person>>

async function send(handler: RouteHandler, method: string, by: Person, of: Record<string, string>, body?: object) {
  const request = new Request(`${auth.origin}/api/people/x`, {
    method,
    headers: auth.honest(by.cookie),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const response = await handler(request, { params: Promise.resolve(of) })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> | null }
}

const writes = {
  'a new role': (by: Person, { userId }: Person) => send(change, 'PATCH', by, { userId }, { role: 'viewer' }),
  disabling: (by: Person, { userId }: Person) => send(disable, 'POST', by, { userId }),
  'signing out everywhere': (by: Person, { userId }: Person) => send(signOut, 'DELETE', by, { userId }),
  'ending the session': (by: Person, { userId, sessionId }: Person) =>
    send(endOne, 'DELETE', by, { userId, sessionId }),
  'removing the second factor': async (by: Person, { userId }: Person) => {
    await db.query(
      `insert into passkeys (credential_id, user_id, name, public_key, counter) values ($1, $2, 'Key', '', 0)`,
      [`key of ${userId}`, userId],
    )
    return send(removeFactor, 'DELETE', by, { userId })
  },
}

const ask = (cookie: string) => readActor(new Headers({ cookie }))
const usableAdmins = async () => {
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from users where role = 'admin' and disabled_at is null`,
  )
  return rows[0]?.n
}

describe('changes of a person by an admin', () => {
  it.each(Object.entries(writes))(
    'end affected sessions at once: a copied cookie is refused after %s',
    { tags: ['S11'] },
    async (_name, write) => {
      const admin = await person('admin')
      for (let run = 0; run < 20; run += 1) {
        const other = await person('editor')
        expect((await ask(other.cookie))?.userId).toBe(other.userId)
        expect((await write(admin, other)).status).toBeLessThan(300)
        expect(await ask(other.cookie)).toBeNull()
        expect((await ask(admin.cookie))?.userId).toBe(admin.userId)
      }
    },
  )

  it('let a person sign in again once they are enabled, but not with an earlier session', async () => {
    const admin = await person('admin')
    const other = await person('viewer')
    await send(disable, 'POST', admin, { userId: other.userId })
    expect((await send(enable, 'POST', admin, { userId: other.userId })).status).toBe(200)
    expect(await ask(other.cookie)).toBeNull()
    const again = await auth.signInAs(other.userId)
    expect((await ask(again.cookie))?.userId).toBe(other.userId)
  })

  it('are in the log with their actor, unless they change nothing', async () => {
    const admin = await person('admin')
    const other = await person('editor')
    const before = await db.query<{ n: number }>('select count(*) as n from activity')
    await send(change, 'PATCH', admin, { userId: other.userId }, { role: 'editor' })
    await send(enable, 'POST', admin, { userId: other.userId })
    await send(removeFactor, 'DELETE', admin, { userId: other.userId })
    expect((await db.query<{ n: number }>('select count(*) as n from activity')).rows).toEqual(before.rows)
    await send(change, 'PATCH', admin, { userId: other.userId }, { role: 'viewer' })
    await send(createLink, 'POST', admin, { userId: other.userId })
    const { rows } = await db.query(
      'select action, actor_id, object_kind, before, after from activity where object_id = $1 order by at',
      [other.userId],
    )
    const by = { actor_id: admin.userId, object_kind: 'account' }
    expect(rows).toEqual([
      { ...by, action: 'account.change-role', before: { role: 'editor' }, after: { role: 'viewer' } },
      { ...by, action: 'account.create-reset-link', before: null, after: { expiresAt: expect.any(String) as string } },
    ])
  })

  it('are impossible for service accounts and unknown people, and forbidden to everybody except admins', async () => {
    const admin = await person('admin')
    const robot = await person('viewer')
    await db.query(`update users set kind = 'service' where user_id = $1`, [robot.userId])
    const nobody = { ...robot, userId: '00000000-0000-4000-8000-000000000000' }
    const editor = await person('editor')
    for (const write of [writes['a new role'], writes.disabling, writes['signing out everywhere']]) {
      expect((await write(admin, robot)).status).toBe(404)
      expect((await write(admin, nobody)).status).toBe(404)
      expect((await write(editor, admin)).status).toBe(403)
    }
  })

  it('require a new proof when the last one is older than 10 minutes', async () => {
    const admin = await person('admin')
    const other = await person('editor')
    clock.advance(10 * 60_000)
    for (const write of Object.values(writes)) {
      const { status, body } = await write(admin, other)
      expect([status, body?.['code']]).toEqual([403, 'proof_required'])
    }
    expect((await ask(other.cookie))?.role).toBe('editor')
  })
})

describe('the last admin who can sign in', () => {
  it('can be neither disabled nor demoted, not even by themselves', async () => {
    const admin = await person('admin')
    for (const write of [writes['a new role'], writes.disabling]) {
      const { status, body } = await write(admin, admin)
      expect([status, body?.['code']]).toEqual([409, 'conflict'])
    }
    expect(await usableAdmins()).toBe(1)
    expect((await ask(admin.cookie))?.role).toBe('admin')
  })

  it('is determined without admins who are disabled or cannot sign in', async () => {
    const admin = await person('admin')
    const disabled = await person('admin')
    await db.query('update users set disabled_at = now() where user_id = $1', [disabled.userId])
    const locked = await person('admin')
    await db.query('update users set password_hash = null where user_id = $1', [locked.userId])
    expect((await writes.disabling(admin, admin)).status).toBe(409)
    // The identity of an issuer that is no longer configured does not count.
    await db.query(`insert into identities (issuer, subject, user_id) values ('https://id.example', 'x', $1)`, [
      locked.userId,
    ])
    expect((await writes.disabling(admin, admin)).status).toBe(409)
    await db.query('update users set password_hash = $2 where user_id = $1', [locked.userId, 'a hash'])
    expect((await writes.disabling(admin, admin)).status).toBe(200)
  })

  it('keeps a passkey that is their only way to sign in', async () => {
    const admin = await person('admin')
    await db.query('update users set password_hash = null where user_id = $1', [admin.userId])
    expect((await writes['removing the second factor'](admin, admin)).status).toBe(409)
    expect((await db.query('select from passkeys where user_id = $1', [admin.userId])).rowCount).toBe(1)
  })

  it('remains when admins remove each other at the same moment', async () => {
    for (let run = 0; run < 15; run += 1) {
      await db.query('delete from users')
      const admins = [await person('admin'), await person('admin'), await person('admin')]
      const removals = admins.map((by, at) => {
        const victim = admins[(at + 1) % admins.length] ?? by
        return run % 2 === 0 ? writes.disabling(by, victim) : writes['a new role'](by, victim)
      })
      const statuses = (await Promise.all(removals)).map(({ status }) => status)
      expect(statuses).toContain(200)
      expect(statuses.some((status) => [401, 403, 409].includes(status))).toBe(true)
      expect(await usableAdmins()).toBeGreaterThanOrEqual(1)
    }
  })
})

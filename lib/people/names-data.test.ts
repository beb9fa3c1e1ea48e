import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET } from '@/app/api/people/names/route'
import { roles } from '@/lib/access/permissions'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { personNames } from './names-schema'

let db: TestDatabase
let auth: TestAuth

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  auth = installTestAuth(db, new HandClock())
})
afterAll(() => db.close())

const ask = (cookie?: string) =>
  GET(new Request(`${auth.origin}/api/people/names`, cookie === undefined ? {} : { headers: { cookie } }), {
    params: Promise.resolve({}),
  })

describe('the names of people', () => {
  it('are visible to everybody who is signed in, without email addresses, disabled people and service accounts', async () => {
    await db.query(
      `insert into users (email, name, role, kind, disabled_at) values
         ('gone@example.com', 'Gone', 'editor', 'person', now()), ('robot@example.com', 'Robot', 'viewer', 'service', null)`,
    )
    expect((await ask()).status).toBe(401)
    for (const role of roles) {
      const me = await auth.addPerson(role)
      const answer = await ask((await auth.signInAs(me.userId)).cookie)
      const text = await answer.text()
      expect(text).not.toContain('@')
      const { people } = personNames.parse(JSON.parse(text))
      expect(people.filter(({ isMe }) => isMe).map(({ userId }) => userId)).toEqual([me.userId])
      expect(people.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['Gone']))
      expect(people.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['Robot']))
    }
  })
})

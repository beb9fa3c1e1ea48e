import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as getEntry } from '@/app/api/activity/[activityId]/route'
import { GET as exportLog } from '@/app/api/activity/export/route'
import { GET as getPeople } from '@/app/api/activity/people/route'
import { GET as getLog } from '@/app/api/activity/route'
import { roles, type Role } from '@/lib/access/permissions'
import { HandClock, installTestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { RouteHandler } from '@/lib/http/route'
import { processWide } from '@/lib/process-wide'
import { configureThrottle } from '@/lib/web/throttle'
import { recordActivity, type ActivityActor } from './journal'
import { activityEntry, activityPage, activityPeople } from './schema'

let db: TestDatabase
const people = {} as Record<Role | 'other', ActivityActor & { cookie: string; userId: string }>
let origin = ''
const entries = new Map<string, string>()
const secretWord = 'Before-the-change'

/** One entry of another person for each kind of change, with the roles that may read the changed values. */
const changes = [
  ['review.mark', 'inspection', ['viewer', 'editor', 'admin']],
  ['review-comment.delete', 'inspection', ['admin']],
  ['asset.set-status', 'asset', ['editor', 'admin']],
  ['asset-change.start', 'asset-change', ['editor', 'admin']],
  ['export.start', 'export', ['editor', 'admin']],
  ['status-group.update', 'status-group', ['admin']],
  ['asset-type.assign-group', 'asset-type', ['admin']],
  ['user-job.run', 'user-job', ['admin']],
  ['service.updateGroup', 'service', ['admin']],
] as const
/** Entries about people: visible only to readers who manage people, and to the person themselves. */
const ofPeople = [
  ['account.change-role', 'account'],
  ['invitation.create', 'invitation'],
  ['api-token.create', 'api-token'],
  ['service-account.create', 'service-account'],
] as const

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  const clock = new HandClock()
  const auth = installTestAuth(db, clock)
  const plenty = { burst: 1e9, perSecond: 1e9 }
  configureThrottle({ general: plenty, exports: plenty }, clock)
  ;({ origin } = auth)
  for (const name of [...roles, 'other'] as const) {
    const { userId } = await auth.addPerson(name === 'other' ? 'admin' : name)
    const email = `${name}@secret.example`
    await db.query('update users set email = $2, name = $3 where user_id = $1', [userId, email, `The ${name}`])
    people[name] = { userId, name: `The ${name}`, email, cookie: (await auth.signInAs(userId)).cookie }
  }
  for (const [action, objectKind] of [...changes, ...ofPeople])
    entries.set(
      action,
      await recordActivity(db, people.other, {
        action,
        objectKind,
        objectId: 'one',
        objectName: objectKind === 'invitation' ? 'new@secret.example' : 'Thing',
        before: { name: secretWord },
        after: { name: 'After' },
      }),
    )
})
afterAll(() => db.close())

async function ask(handler: RouteHandler, role: Role, path = '', params: Record<string, string> = {}) {
  const response = await handler(
    new Request(`${origin}/api/activity${path}`, { headers: { cookie: people[role].cookie } }),
    { params: Promise.resolve(params) },
  )
  return { status: response.status, text: await response.text() }
}
const emailsIn = (text: string) => new Set(text.match(/[a-z]+@secret\.example/g) ?? [])
const read = async (role: Role) => activityPage.parse(JSON.parse((await ask(getLog, role, '?limit=200')).text)).entries

describe('what people see of each other in the log', () => {
  it.each(['viewer', 'editor'] as const)(
    'a %s never gets the email address of another person from any route',
    { tags: ['S4'] },
    async (role) => {
      const own = new Set([people[role].email])
      const answers = [
        await ask(getLog, role),
        await ask(getPeople, role),
        await ask(exportLog, role, '/export?format=csv'),
        await ask(exportLog, role, '/export?format=jsonl'),
      ]
      for (const id of entries.values()) answers.push(await ask(getEntry, role, '', { activityId: id }))
      for (const { text } of answers) for (const email of emailsIn(text)) expect(own).toContain(email)
      // They cannot find out whether an address has an account either.
      expect((await ask(getLog, role, `?person=${people.other.email}`)).status).toBe(422)
      expect((await ask(exportLog, role, `/export?person=${people.other.email}`)).status).toBe(422)
    },
  )

  it('everybody sees the names of others and finds their entries', async () => {
    for (const role of roles) {
      const { people: found } = activityPeople.parse(JSON.parse((await ask(getPeople, role)).text))
      expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['The other', 'The viewer']))
      expect(found.find(({ userId }) => userId === people.other.userId)?.email).toBe(
        role === 'admin' ? people.other.email : null,
      )
      const { text } = await ask(getLog, role, `?person=${people.other.userId}`)
      const page = activityPage.parse(JSON.parse(text))
      expect(page.entries.length).toBeGreaterThanOrEqual(changes.length)
      expect(new Set(page.entries.map(({ actorName }) => actorName))).toEqual(new Set(['The other']))
    }
    expect(emailsIn((await ask(getLog, 'admin')).text)).toContain(people.other.email)
  })

  it.each(changes)(
    '%s of another person is visible to all, but its values only to people who could have done it',
    async (action, _, allowed) => {
      for (const role of roles) {
        const isAllowed = allowed.some((one) => one === role)
        const { text } = await ask(getEntry, role, '', { activityId: entries.get(action) ?? '' })
        const entry = activityEntry.parse(JSON.parse(text))
        expect([role, entry.isWithheld, entry.before]).toEqual([
          role,
          !isAllowed,
          isAllowed ? { name: secretWord } : null,
        ])
        for (const format of ['csv', 'jsonl']) {
          const file = await ask(exportLog, role, `/export?format=${format}&action=${action}`)
          expect([role, format, file.text.includes(secretWord)]).toEqual([role, format, isAllowed])
        }
      }
    },
  )

  it.each(ofPeople)('%s of another person is visible to admins only', async (action) => {
    for (const role of roles) {
      const { status } = await ask(getEntry, role, '', { activityId: entries.get(action) ?? '' })
      expect([role, status]).toEqual([role, role === 'admin' ? 200 : 404])
      expect((await read(role)).some((entry) => entry.action === action)).toBe(role === 'admin')
    }
  })

  it('one’s own actions, and changes of one’s own account, are visible to everybody', async () => {
    const own = await recordActivity(db, people.viewer, {
      action: 'api-token.create',
      objectKind: 'api-token',
      objectId: 'x',
      objectName: 'Mine',
      after: { name: secretWord },
    })
    const about = await recordActivity(db, people.other, {
      action: 'account.change-role',
      objectKind: 'account',
      objectId: people.viewer.userId,
      objectName: 'The viewer',
      before: { role: 'editor' },
      after: { role: 'viewer' },
    })
    const seen = await read('viewer')
    expect(seen.find(({ activityId }) => activityId === own)).toMatchObject({
      after: { name: secretWord },
      actorEmail: people.viewer.email,
    })
    expect(seen.find(({ activityId }) => activityId === about)).toMatchObject({
      isWithheld: true,
      before: null,
      actorEmail: '',
    })
    expect((await read('editor')).map(({ activityId }) => activityId)).not.toEqual(expect.arrayContaining([own]))
  })
})

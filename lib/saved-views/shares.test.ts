import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DELETE, PATCH } from '@/app/api/saved-views/[viewId]/route'
import { POST as restore } from '@/app/api/saved-views/[viewId]/restore/route'
import { GET as getCounts } from '@/app/api/saved-views/counts/route'
import { GET, POST } from '@/app/api/saved-views/route'
import type { Role } from '@/lib/access/permissions'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { RouteHandler } from '@/lib/http/route'
import { processWide } from '@/lib/process-wide'
import { savedView, savedViewList, viewCounts, type SavedView } from './schema'

let db: TestDatabase
let auth: TestAuth

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  auth = installTestAuth(db, new HandClock())
})
afterAll(() => db.close())

interface Person {
  userId: string
  ask: (
    handler: RouteHandler,
    method: string,
    given?: { viewId?: string; query?: string; body?: unknown },
  ) => Promise<Response>
}

async function add(role: Role): Promise<Person> {
  const { userId } = await auth.addPerson(role)
  const { cookie } = await auth.signInAs(userId)
  return {
    userId,
    ask: (handler, method, { viewId, query = '', body } = {}) =>
      handler(
        new Request(`${auth.origin}/api/saved-views${query}`, {
          method,
          headers: {
            ...(method === 'GET' ? { cookie } : auth.honest(cookie)),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
        { params: Promise.resolve(viewId === undefined ? {} : { viewId }) },
      ),
  }
}

let names = 0
async function share(owner: Person, people: readonly Person[], isShared = false): Promise<SavedView> {
  names += 1
  const body = {
    name: `View ${names}`,
    query: 'result=failed',
    isShared,
    sharedWith: people.map(({ userId }) => userId),
  }
  return savedView.parse(await (await owner.ask(POST, 'POST', { body })).json())
}
const seen = async (person: Person, viewId: string) =>
  savedViewList.parse(await (await person.ask(GET, 'GET')).json()).views.find((view) => view.viewId === viewId)

describe('a view that is shared with selected people', () => {
  it(
    'is visible to and counted for them and its owner, but does not exist for anybody else, including admins',
    { tags: ['S4'] },
    async () => {
      const [ada, bob, eve, admin] = [await add('editor'), await add('viewer'), await add('editor'), await add('admin')]
      const { viewId, sharedWith } = await share(ada, [bob])
      expect(sharedWith.map(({ userId }) => userId)).toEqual([bob.userId])
      // People who see the view do not learn who else can see it.
      expect(await seen(bob, viewId)).toMatchObject({ isShared: false, isMine: false, mayEdit: false, sharedWith: [] })
      for (const [person, count] of [
        [ada, 1],
        [bob, 1],
        [eve, 0],
        [admin, 0],
      ] as const) {
        expect((await seen(person, viewId)) === undefined).toBe(count === 0)
        const counted = await person.ask(getCounts, 'GET', { query: `?key=${viewId}` })
        expect(viewCounts.parse(await counted.json()).counts).toHaveLength(count)
      }
      for (const stranger of [eve, admin])
        for (const [handler, method, body] of [
          [PATCH, 'PATCH', { revision: 1, name: 'Mine' }],
          [DELETE, 'DELETE'],
          [restore, 'POST', {}],
        ] as const)
          expect(
            (await stranger.ask(handler, method, { viewId, ...(body === undefined ? {} : { body }) })).status,
          ).toBe(404)
      expect((await bob.ask(PATCH, 'PATCH', { viewId, body: { revision: 1, name: 'Mine' } })).status).toBe(403)
      expect((await bob.ask(DELETE, 'DELETE', { viewId })).status).toBe(403)
      // The log has one entry, which the owner and admins can see.
      const { rows } = await db.query(`select from activity where object_id = $1`, [viewId])
      expect(rows).toHaveLength(1)
    },
  )

  it('is no longer shared with them once it is unshared, shared with everyone or deleted, until this is undone', async () => {
    const [ada, bob, carl] = [await add('editor'), await add('viewer'), await add('viewer')]
    let view = await share(ada, [bob, carl])
    const change = async (more: object) => {
      const answer = await ada.ask(PATCH, 'PATCH', { viewId: view.viewId, body: { revision: view.revision, ...more } })
      expect(answer.status).toBe(200)
      view = savedView.parse(await answer.json())
    }
    const whoSees = async () => [
      (await seen(bob, view.viewId)) !== undefined,
      (await seen(carl, view.viewId)) !== undefined,
    ]
    expect(await whoSees()).toEqual([true, true])
    await change({ name: 'Another name' })
    expect(await whoSees()).toEqual([true, true])
    await change({ sharedWith: [carl.userId] })
    expect(await whoSees()).toEqual([false, true])
    await change({ isShared: true })
    expect([await whoSees(), view.sharedWith]).toEqual([[true, true], []])
    await change({ isShared: false, sharedWith: [bob.userId] })
    expect(await whoSees()).toEqual([true, false])
    await ada.ask(DELETE, 'DELETE', { viewId: view.viewId })
    expect(await whoSees()).toEqual([false, false])
    await ada.ask(restore, 'POST', { viewId: view.viewId, body: {} })
    expect(await whoSees()).toEqual([true, false])
  })

  it('can be shared only by editors and admins, with people who can sign in', async () => {
    const [viewer, ada, gone] = [await add('viewer'), await add('editor'), await add('editor')]
    await db.query('update users set disabled_at = now() where user_id = $1', [gone.userId])
    const body = { name: 'Of a viewer', query: '', sharedWith: [ada.userId] }
    expect((await viewer.ask(POST, 'POST', { body })).status).toBe(403)
    const refused = await ada.ask(POST, 'POST', { body: { ...body, sharedWith: [gone.userId] } })
    expect([refused.status, await refused.json()]).toMatchObject([422, { fields: { sharedWith: expect.any(String) } }])
    expect((await ada.ask(GET, 'GET').then((answer) => answer.json())) as { views: unknown[] }).toMatchObject({
      views: [],
    })
  })

  it('can be changed by an admin when everyone sees it, but not shared with people on behalf of its owner', async () => {
    const [ada, bob, admin] = [await add('editor'), await add('viewer'), await add('admin')]
    const { viewId, revision } = await share(ada, [], true)
    const chosen = await admin.ask(PATCH, 'PATCH', {
      viewId,
      body: { revision, isShared: false, sharedWith: [bob.userId] },
    })
    expect(chosen.status).toBe(403)
    expect((await admin.ask(PATCH, 'PATCH', { viewId, body: { revision, name: 'By an admin' } })).status).toBe(200)
  })
})

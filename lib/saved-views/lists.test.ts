import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POST as restore } from '@/app/api/saved-views/[viewId]/restore/route'
import { DELETE, PATCH } from '@/app/api/saved-views/[viewId]/route'
import { PUT as putBar } from '@/app/api/saved-views/bar/route'
import { GET as getCounts } from '@/app/api/saved-views/counts/route'
import { POST as importFile } from '@/app/api/saved-views/import/route'
import { GET, POST } from '@/app/api/saved-views/route'
import type { Permission } from '@/lib/access/permissions'
import { storeListedAssets } from '@/lib/assets/store'
import { wireAsset, wireStatus } from '@/lib/assets/testing'
import { createApiToken } from '@/lib/auth/api-tokens'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { readInstant } from '@/lib/db/read-together'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { RouteHandler } from '@/lib/http/route'
import { processWide } from '@/lib/process-wide'
import { markInspection } from '@/lib/review/mutations'
import { addInspections, addReviewer, firstVersion, idOf } from '@/lib/review/testing'
import { storeUsers } from '@/lib/users/store'
import { wireUser } from '@/lib/users/testing'
import { countViews } from './counts'
import { listSavedViews, listViewsOfAllLists } from './data'
import { arrangeBar } from './bar-mutations'
import { changeView, createView, deleteView, importViews, restoreView } from './mutations'
import { savedView } from './schema'
import { viewLists } from './values-model'

let db: TestDatabase
let auth: TestAuth

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  auth = installTestAuth(db, new HandClock())
})
afterAll(() => db.close())

const namesIn = async (actor: Parameters<typeof listSavedViews>[0], list: Parameters<typeof listSavedViews>[1]) =>
  (await listSavedViews(actor, list, db)).views.filter(({ isMine }) => isMine).map(({ name }) => name)

describe('views of several lists', () => {
  it('appear only in the bar of their list, where their names are unique', async () => {
    const ada = await addReviewer(db)
    const make = (list: 'assets' | 'users' | 'inspections', name: string) =>
      createView(ada, { list, name, query: 'site=Leeds' }, db)
    await make('assets', 'Leeds')
    const { viewId } = await make('users', 'leeds')
    await make('inspections', 'Leeds')
    await expect(make('assets', 'LEEDS')).rejects.toMatchObject({ code: 'invalid' })
    // The names of built-in views are reserved only in their own list.
    await make('assets', 'Unreviewed')
    await expect(make('inspections', 'Unreviewed')).rejects.toMatchObject({ code: 'invalid' })
    expect(await namesIn(ada, 'assets')).toEqual(['Leeds', 'Unreviewed'])
    expect(await namesIn(ada, 'users')).toEqual(['leeds'])
    expect(await namesIn(ada, 'inspections')).toEqual(['Leeds'])
    await deleteView(ada, viewId, db)
    await make('users', 'Leeds')
    expect(await restoreView(ada, viewId, db)).toMatchObject({ list: 'users', name: 'leeds 2' })
    const file = { format: 'sightline-views', version: 2, list: 'assets', views: [{ name: 'Leeds', query: 'q=b' }] }
    expect(await importViews(ada, file as Parameters<typeof importViews>[1], db)).toMatchObject({
      added: [{ list: 'assets', name: 'Leeds 2' }],
    })
  })

  it('can be saved in each list', async () => {
    const ada = await addReviewer(db, 'admin')
    for (const list of viewLists) await createView(ada, { list, name: 'Mine', query: 'q=a' }, db)
    for (const list of viewLists) expect(await namesIn(ada, list)).toEqual(['Mine'])
  })

  it('are found in all lists that the person has access to', async () => {
    const ada = await addReviewer(db)
    await createView(ada, { list: 'users', name: 'B', query: 'seat=lite' }, db)
    await createView(ada, { list: 'assets', name: 'A', query: '' }, db)
    await createView(await addReviewer(db), { list: 'assets', name: 'Private', query: '' }, db)
    const namesFor = async (permissions?: readonly Permission[]) =>
      (
        await listViewsOfAllLists({ ...ada, ...(permissions === undefined ? {} : { permissions, tokenId: 't' }) }, db)
      ).views
        .filter(({ isMine }) => isMine)
        .map(({ name }) => name)
    expect(await namesFor()).toEqual(['A', 'B'])
    expect(await namesFor(['user-jobs:read'])).toEqual(['B'])
    expect((await listViewsOfAllLists(ada, db)).views.map(({ name }) => name)).not.toContain('Private')
  })

  it('are stored with their filters in a fixed order, and keep the parameters of their list', async () => {
    const ada = await addReviewer(db)
    const view = await createView(
      ada,
      { list: 'assets', name: 'A', query: 'sort=-modified&type=b&q=fork+lift&type=a&row=1&change=2&columns=code' },
      db,
    )
    expect(view.query).toBe('q=fork+lift&type=a&type=b&sort=-modified&columns=code')
    const change = { revision: view.revision, query: 'groupBy=site&site=x&sort=code&view=v' }
    expect((await changeView(ada, view.viewId, change, db)).query).toBe('site=x&sort=code&groupBy=site')
  })

  it('are arranged separately for each list', async () => {
    const ada = await addReviewer(db)
    await arrangeBar(ada, { ordered: ['failed-week'], hidden: [] }, db)
    await arrangeBar(ada, { ordered: ['x', 'all'], hidden: ['y'] }, db, 'assets')
    await arrangeBar(ada, { ordered: ['y', 'all'], hidden: [] }, db, 'assets')
    expect((await listSavedViews(ada, 'assets', db)).bar).toEqual({ ordered: ['y', 'all'], hidden: [] })
    expect((await listSavedViews(ada, 'users', db)).bar).toEqual({ ordered: [], hidden: [] })
    expect((await listSavedViews(ada, 'inspections', db)).bar).toEqual({ ordered: ['failed-week'], hidden: [] })
  })

  it('have the same counts as their list, and none when the number is unknown', async () => {
    const ada = await addReviewer(db)
    const count = async (list: 'assets' | 'users' | 'follow-ups' | 'activity', queries: readonly string[]) => {
      const keys: string[] = []
      for (const query of queries) {
        const name = `${list} ${query}`.slice(0, 60)
        keys.push((await createView(ada, { list, name, query }, db)).viewId)
      }
      const { counts } = await countViews(ada, { list, keys: ['all', ...keys], zone: 'UTC' }, { db })
      return counts.map(({ total }) => total)
    }
    const asOf = await readInstant(db)
    await storeListedAssets(
      db,
      [
        wireAsset({ assetId: 'a', siteId: 's1', siteName: 'Leeds', status: wireStatus('A') }),
        wireAsset({ assetId: 'b', siteId: 's1', siteName: 'Leeds' }),
        wireAsset({ assetId: 'c', siteId: 's2', siteName: 'Cork' }),
        wireAsset({ assetId: 'd', state: 'archived' }),
      ],
      asOf,
    )
    await storeUsers(db, [wireUser({ userId: 'u', seatType: 'lite' }), wireUser({ userId: 'v' })], asOf)
    // The number is unknown before a listing has ended.
    expect(await count('assets', [])).toEqual([null])
    expect(await count('users', [])).toEqual([null])
    await db.query(
      `insert into sync_state (name, last_finished_at) values ('assets', now()), ('organization-users', now())
       on conflict (name) do update set last_finished_at = now()`,
    )
    expect(
      await count('assets', ['site=s1', 'site=s1&status=none&columns=code', 'state=all&sort=site', 'state=x']),
    ).toEqual([3, 2, 1, 4, null])
    expect(await count('users', ['seat=lite', 'q=nobody'])).toEqual([2, 1, 0])
    await addInspections(db, [{ failed: 1 }, { failed: 2 }, { failed: 3 }])
    for (const at of [0, 1])
      await markInspection(
        ada,
        idOf(at),
        { state: 'follow-up', version: firstVersion(at), revision: null, assigneeId: at === 0 ? ada.userId : null },
        db,
      )
    expect(await count('follow-ups', ['assignee=me', 'assignee=nobody&sort=due', 'failed=2..', 'due=overdue'])).toEqual(
      [2, 1, 1, 1, 0],
    )
    expect(await count('activity', ['q=x'])).toEqual([])
  })

  it('of inspections are the only ones that the previous release sees, changes and counts', async () => {
    const ada = await addReviewer(db)
    const others = await createView(ada, { list: 'assets', name: 'Trucks', query: 'type=Truck', isShared: true }, db)
    const own = await createView(ada, { name: 'Failed', query: 'result=failed' }, db)
    // These are the statements of the previous release.
    const seen = await db.query<{ view_id: string }>(
      `select view_id from saved_views where deleted_at is null and (owner_id = $1 or is_shared)`,
      [ada.userId],
    )
    expect(seen.rows.map((row) => row.view_id)).toContain(own.viewId)
    expect(seen.rows.map((row) => row.view_id)).not.toContain(others.viewId)
    const added = await db.query<{ view_id: string; revision: number }>(
      `insert into saved_views (owner_id, name, name_key, query, is_shared) values ($1, 'Trucks', 'trucks', 'q=truck', false)
       returning view_id, revision,
         (select users.name from users where users.user_id = owner_id) as owner_name`,
      [ada.userId],
    )
    const viewId = added.rows[0]?.view_id ?? ''
    expect(added.rows).toMatchObject([{ revision: 1 }])
    await db.transaction(async (tx) => {
      const locked = await tx.query('select view_id from saved_views where view_id = $1 for update of saved_views', [
        viewId,
      ])
      expect(locked.rows).toHaveLength(1)
      await tx.query(`update saved_views set revision = revision + 1, updated_at = now() where view_id = $1`, [viewId])
      await tx.query('insert into saved_view_shares (view_id, user_id) values ($1, $2)', [viewId, ada.userId])
      await tx.query('update saved_views set deleted_at = now() where view_id = $1', [others.viewId])
    })
    expect(await namesIn(ada, 'inspections')).toEqual(['Failed', 'Trucks'])
    expect(await namesIn(ada, 'assets')).toEqual(['Trucks'])
    await db.query(`delete from saved_views where view_id = $1`, [viewId])
    expect(await namesIn(ada, 'inspections')).toEqual(['Failed'])
  })
})

const ask = (
  headers: Record<string, string>,
  handler: RouteHandler,
  method: string,
  { viewId, query = '', body }: { viewId?: string; query?: string; body?: unknown } = {},
) =>
  handler(
    new Request(`${auth.origin}/api/saved-views${query}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve(viewId === undefined ? {} : { viewId }) },
  )

async function addToken(permissions: readonly Permission[]) {
  const { userId } = await auth.addPerson('editor')
  const { token, hash, hint } = createApiToken()
  await db.query(
    `insert into api_tokens (user_id, name, token_hash, hint, role, permissions) values ($1, 'a token', $2, $3, 'editor', $4)`,
    [userId, hash, hint, permissions],
  )
  return { authorization: `Bearer ${token}` }
}

describe('over HTTP, the views of a list', () => {
  it('exist only for tokens that may read the list', { tags: ['S36'] }, async () => {
    const ofAssets = await addToken(['assets:read', 'views:write'])
    const ofInspections = await addToken(['inspections:read', 'views:write'])
    const body = { list: 'assets', name: 'Over HTTP', query: 'type=Truck', isShared: true }
    expect((await ask(ofInspections, POST, 'POST', { body })).status).toBe(403)
    const made = await ask(ofAssets, POST, 'POST', { body })
    const { viewId, revision } = savedView.parse(await made.json())
    const bar = { ordered: [viewId], hidden: [] }
    const file = { format: 'sightline-views', version: 2, list: 'assets', views: [{ name: 'Imported', query: '' }] }
    for (const [handler, method, given] of [
      [GET, 'GET', { query: '?list=assets' }],
      [getCounts, 'GET', { query: `?list=assets&key=${viewId}` }],
      [putBar, 'PUT', { query: '?list=assets', body: bar }],
      [importFile, 'POST', { body: file }],
    ] as const) {
      expect((await ask(ofInspections, handler, method, given)).status).toBe(403)
      expect((await ask(ofAssets, handler, method, given)).status).toBe(200)
      // Conversely, a request without a list is about inspections.
      const plain = { ...given, ...('query' in given ? { query: given.query.replace('list=assets', '') } : {}) }
      if (handler === GET) expect((await ask(ofAssets, handler, method, plain)).status).toBe(403)
    }
    // For a token that may not read the list, a shared view of it does not exist.
    expect((await ask(ofInspections, PATCH, 'PATCH', { viewId, body: { revision, name: 'Mine' } })).status).toBe(404)
    expect((await ask(ofInspections, DELETE, 'DELETE', { viewId })).status).toBe(404)
    expect((await ask(ofAssets, PATCH, 'PATCH', { viewId, body: { revision, name: 'Renamed' } })).status).toBe(200)
    expect((await ask(ofAssets, DELETE, 'DELETE', { viewId })).status).toBe(204)
    expect((await ask(ofInspections, restore, 'POST', { viewId, body: {} })).status).toBe(404)
    expect((await ask(ofAssets, restore, 'POST', { viewId, body: {} })).status).toBe(200)
  })

  it('are refused when the list does not exist', async () => {
    const { userId } = await auth.addPerson('admin')
    const { cookie } = await auth.signInAs(userId)
    expect((await ask({ cookie }, GET, 'GET', { query: '?list=media' })).status).toBe(422)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import type { Role } from '@/lib/access/permissions'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { serverText } from '@/lib/server-text'
import { listSavedViews, readViewQueries } from './data'
import { arrangeBar } from './bar-mutations'
import { changeView, createView, deleteView, importViews, restoreView } from './mutations'
import { savedViewList, viewBar, viewKey, viewsMax } from './schema'

let db: TestDatabase
let people = 0

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

async function addPerson(role: Role): Promise<Actor> {
  people += 1
  const email = `viewer-${people}@example.com`
  const name = `Person ${people}`
  const { rows } = await db.query<{ user_id: string }>(
    `insert into users (email, name, role, password_hash) values ($1, $2, $3, 'x') returning user_id`,
    [email, name, role],
  )
  return { userId: rows[0]?.user_id ?? '', email, name, role }
}

/** Only the person's own views, because other tests in this file may share views. */
const namesOf = async (actor: Actor) =>
  (await listSavedViews(actor, 'inspections', db)).views.filter(({ isMine }) => isMine).map(({ name }) => name)
const file = (views: Array<{ name: string; query: string }>) =>
  ({ format: 'sightline-views', version: 1, views }) as const
const make = (actor: Actor, name: string, isShared = false) =>
  createView(actor, { name, query: 'result=failed', isShared }, db)

describe('saved views', () => {
  it('are private until shared, and then visible to everyone and changed by their owner', async () => {
    const [ada, bob] = [await addPerson('editor'), await addPerson('editor')]
    const view = await make(ada, 'Failures')
    expect((await listSavedViews(bob, 'inspections', db)).views.map(({ viewId }) => viewId)).not.toContain(view.viewId)
    expect(await readViewQueries(bob, [view.viewId], db)).toEqual(new Map())
    await expect(changeView(bob, view.viewId, { revision: 1, name: 'Mine' }, db)).rejects.toMatchObject({
      code: 'not_found',
    })
    const shared = await changeView(ada, view.viewId, { revision: view.revision, isShared: true }, db)
    const seen = savedViewList
      .parse(await listSavedViews(bob, 'inspections', db))
      .views.find(({ viewId }) => viewId === view.viewId)
    expect(seen).toMatchObject({ isShared: true, isMine: false, mayEdit: false, ownerName: ada.name })
    expect(await readViewQueries(bob, [view.viewId, 'all', 'x'], db)).toEqual(
      new Map([
        ['all', ''],
        [view.viewId, 'result=failed'],
      ]),
    )
    for (const act of [
      () => changeView(bob, view.viewId, { revision: shared.revision, name: 'Mine' }, db),
      () => deleteView(bob, view.viewId, db),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
    expect(await namesOf(ada)).toContain('Failures')
  })

  it('can be saved by viewers, who cannot share them, not even by a later change', async () => {
    const viewer = await addPerson('viewer')
    const view = await make(viewer, 'Private')
    expect((await listSavedViews(viewer, 'inspections', db)).mayShare).toBe(false)
    await expect(make(viewer, 'Other', true)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(changeView(viewer, view.viewId, { revision: 1, isShared: true }, db)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  it('can be changed and deleted by admins when shared, but not seen by them when private', async () => {
    const [editor, admin] = [await addPerson('editor'), await addPerson('admin')]
    const shared = await make(editor, 'Shared', true)
    const own = await make(editor, 'Own')
    expect(await changeView(admin, shared.viewId, { revision: 1, name: 'Tidy' }, db)).toMatchObject({
      name: 'Tidy',
      isMine: false,
      mayEdit: true,
    })
    await expect(deleteView(admin, own.viewId, db)).rejects.toMatchObject({ code: 'not_found' })
    await deleteView(admin, shared.viewId, db)
    expect(await namesOf(editor)).not.toContain('Tidy')
  })

  it('refuse the second of two changes to the same revision, and store nothing of it', async () => {
    const ada = await addPerson('editor')
    const view = await make(ada, 'Race')
    const results = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((q) => changeView(ada, view.viewId, { revision: view.revision, query: `q=${q}` }, db)),
    )
    const won = results.filter((result) => result.status === 'fulfilled')
    expect(won).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
    const stored = (await listSavedViews(ada, 'inspections', db)).views.find(({ viewId }) => viewId === view.viewId)
    expect(stored).toEqual(won[0]?.value)
  })

  it('have unique names regardless of case, even when two tabs choose a name at the same time', async () => {
    const ada = await addPerson('editor')
    const results = await Promise.allSettled(['Leeds', 'LEEDS', 'leeds', 'ｌｅｅｄｓ'].map((name) => make(ada, name)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'invalid', details: { fields: { name: expect.any(String) } } })
    expect(await namesOf(ada)).toHaveLength(1)
  })

  it('cannot have the name of a built-in view', async () => {
    const ada = await addPerson('editor')
    await expect(make(ada, 'all')).rejects.toMatchObject({ code: 'invalid' })
    const view = await make(ada, 'Mine')
    await expect(changeView(ada, view.viewId, { revision: 1, name: 'In Progress' }, db)).rejects.toMatchObject({
      details: { fields: { name: serverText('savedViews.fields.nameTaken') } },
    })
    const { renamed } = await importViews(ada, file([{ name: 'All', query: '' }]), db)
    expect(renamed).toEqual([{ from: 'All', to: 'All 2' }])
  })

  it('can be restored after deletion, with a number if their name has been taken', async () => {
    const ada = await addPerson('editor')
    const first = await make(ada, 'Leeds')
    await deleteView(ada, first.viewId, db)
    expect(await namesOf(ada)).toEqual([])
    await expect(deleteView(ada, first.viewId, db)).rejects.toMatchObject({ code: 'not_found' })
    await make(ada, 'Leeds')
    expect(await restoreView(ada, first.viewId, db)).toMatchObject({ viewId: first.viewId, name: 'Leeds 2' })
    await expect(restoreView(ada, first.viewId, db)).rejects.toMatchObject({ code: 'not_found' })
    await deleteView(ada, first.viewId, db)
    await expect(restoreView(await addPerson('admin'), first.viewId, db)).rejects.toMatchObject({ code: 'not_found' })
    await db.query(`update saved_views set deleted_at = now() - interval '8 days' where view_id = $1`, [first.viewId])
    await deleteView(ada, (await make(ada, 'Other')).viewId, db)
    await expect(restoreView(ada, first.viewId, db)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are imported completely or not at all, as private views, with numbers for taken names', async () => {
    const ada = await addPerson('editor')
    await make(ada, 'Leeds')
    const { added, renamed } = await importViews(
      ada,
      file([
        { name: 'Leeds', query: 'site=Leeds' },
        { name: 'leeds', query: 'row=1&later=2' },
        { name: 'Cork', query: '' },
      ]),
      db,
    )
    expect(added.map(({ name, query, isShared }) => [name, query, isShared])).toEqual([
      ['Leeds 2', 'site=Leeds', false],
      ['leeds 3', 'later=2', false],
      ['Cork', '', false],
    ])
    expect(renamed).toEqual([
      { from: 'Leeds', to: 'Leeds 2' },
      { from: 'leeds', to: 'leeds 3' },
    ])
    const many = Array.from({ length: viewsMax - 3 }, (_, index) => ({ name: `View ${index}`, query: '' }))
    await expect(importViews(ada, file(many), db)).rejects.toMatchObject({ code: 'invalid' })
    expect(await namesOf(ada)).toHaveLength(4)
  })

  it('stay in the order that the person chose', async () => {
    const ada = await addPerson('viewer')
    expect((await listSavedViews(ada, 'inspections', db)).bar).toEqual({ ordered: [], hidden: [] })
    await arrangeBar(ada, { ordered: ['b', 'all', 'b'], hidden: ['failed-week'] }, db)
    await arrangeBar(ada, { ordered: ['c', 'all'], hidden: ['in-progress'] }, db)
    expect((await listSavedViews(ada, 'inspections', db)).bar).toEqual({
      ordered: ['c', 'all'],
      hidden: ['in-progress'],
    })
  })

  it('refuse keys that are not valid', () => {
    for (const key of ['', 'nul \0', 'a b', 'x'.repeat(61)]) {
      expect(viewKey.safeParse(key).success).toBe(false)
      expect(viewBar.safeParse({ ordered: [], hidden: [key] }).success).toBe(false)
    }
    expect(viewKey.array().parse(['failed-week', crypto.randomUUID()])).toHaveLength(2)
  })
})

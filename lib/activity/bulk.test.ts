import { randomUUID } from 'node:crypto'
import { cp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { createTranslator } from 'next-intl'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import type { Role } from '@/lib/access/permissions'
import { insertChange, recordChange, type NewStep } from '@/lib/asset-changes/change-write'
import { titleTypeChange, titleUndo } from '@/lib/asset-changes/texts'
import { migrate, migrationsDirectory } from '@/lib/db/migrate'
import {
  makeTestFolder,
  openEmptyDatabase,
  openTestDatabase,
  removeTestFolder,
  silentLog,
  type TestDatabase,
} from '@/lib/db/testing'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { addReviewer } from '@/lib/review/testing'
import { renderText } from '@/lib/server-text'
import { listActivity, readActivityEntry } from './data'
import { exportActivity } from './export'
import { beginActivity, recordActivity } from './journal'
import { activityExportQuery, activityPage, activityQuery } from './schema'
import { en } from '@/lib/testing/english'
import { writeSentence } from './sentence-model'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'activity' })

/** Steps of bulk changes under the entry that started them, with the real tables. */

let db: TestDatabase
const people = {} as Record<Role, Actor>
beforeAll(async () => {
  db = await openTestDatabase()
  for (const role of ['viewer', 'editor', 'admin'] as const) people[role] = await addReviewer(db, role)
})
afterAll(() => db.close())
beforeEach(() => db.query('truncate activity, asset_changes cascade'))

const broken = { optionId: 'o', name: 'Broken', color: 'STATUS_BADGE_COLOR_RED', groupId: 'g' }
const step = (n: number, more: Partial<NewStep> = {}): NewStep => ({
  objectKind: 'asset',
  objectId: `a${n}`,
  objectName: `AED-${n}`,
  before: null,
  after: broken,
  ...more,
})

/** Starts a change of `count` steps and logs its first `logged` steps. */
async function startChange(
  count: number,
  logged: number,
  change: {
    kind?: 'set-status' | 'assign-types' | 'restore-statuses'
    steps?: NewStep[]
    ofChangeId?: string
    title?: string
  } = {},
) {
  const { kind = 'set-status', ofChangeId, title = `Set ${count} assets to Broken` } = change
  const steps = change.steps ?? Array.from({ length: count }, (_, n) => step(n))
  const { changeId } = await insertChange(
    people.admin,
    { kind, title, steps, ...(ofChangeId === undefined ? {} : { ofChangeId }) },
    { db, wake: () => undefined },
  )
  const entries: string[] = []
  for (const { objectKind, objectId, objectName, before, after } of steps.slice(0, logged))
    entries.push(
      await recordActivity(db, people.admin, {
        action: 'asset.set-status',
        objectKind,
        objectId,
        objectName,
        changeId,
        before,
        after,
      }),
    )
  const { rows } = await db.query<{ id: string }>(`select activity_id as id from activity where object_id = $1`, [
    changeId,
  ])
  return { changeId, entries, parentId: rows[0]?.id ?? '' }
}
const setStates = (changeId: string, state: string, from: number, to: number) =>
  db.query('update asset_change_steps set state = $2 where change_id = $1 and position between $3 and $4', [
    changeId,
    state,
    from,
    to,
  ])
const other = (objectName: string) =>
  recordActivity(db, people.editor, { action: 'review.mark', objectKind: 'inspection', objectId: 'i', objectName })
const ask = (query: object, actor: Actor = people.admin) => listActivity(actor, activityQuery.parse(query), { db })
const nested = async (query: object = {}, actor?: Actor) => (await ask({ steps: 'nested', ...query }, actor)).entries

const readFile = async (format: 'csv' | 'jsonl') => {
  const { body } = await exportActivity(people.admin, activityExportQuery.parse({ format }), { db })
  return (await new Response(body).text()).trimEnd().split(/\r?\n/)
}

const counted = async (query: object) => {
  const { counts, entries } = await ask({ limit: 200, include: ['counts'], ...query })
  return [entries.length, counts?.matching.total, counts?.all.total, counts?.exported.total]
}

describe('steps of a bulk change', () => {
  it('are listed only under their start and do not count towards the page size', async () => {
    await other('First')
    const { parentId, entries } = await startChange(60, 60)
    await other('Last')
    const shown = await nested({ limit: 3 })
    expect(shown.map(({ objectName }) => objectName)).toEqual(['Last', 'Set 60 assets to Broken', 'First'])
    expect(shown.map(({ steps }) => steps)).toEqual([null, { total: 60, matching: null }, null])
    expect((await readActivityEntry(people.admin, parentId, db)).steps).toEqual({ total: 60, matching: null })
    const under = await ask({ parentId, limit: 200 })
    expect(new Set(under.entries.map(({ activityId }) => activityId))).toEqual(new Set(entries))
    expect(under.entries.every((entry) => entry.parentId === parentId)).toBe(true)
    // Without nesting, the list stays flat.
    expect((await ask({ limit: 200 })).entries).toHaveLength(63)
  })

  it('are paged without gaps or duplicates, filtered or not', async () => {
    for (let n = 0; n < 7; n += 1) {
      await other(`Round ${n}`)
      await startChange(3, 2)
    }
    for (const query of [{}, { q: 'a' }, { q: 'AED-1' }, { objectKind: 'asset' }, { q: 'o' }]) {
      const all = (await nested({ ...query, limit: 200 })).map(({ activityId }) => activityId)
      const read: string[] = []
      for (let after: string | undefined; ;) {
        const page = activityPage.parse(await ask({ steps: 'nested', ...query, limit: 2, after }))
        expect(page.entries.length).toBeLessThanOrEqual(2)
        read.push(...page.entries.map(({ activityId }) => activityId))
        if (page.after === null) break
        after = page.after
      }
      expect(read).toEqual(all)
      expect(new Set(read).size).toBe(read.length)
      expect(read.length).toBeGreaterThanOrEqual(7)
    }
  })

  it('are not counted beside their start in a nested list, only in its file', async () => {
    await other('AED-7 in the hall')
    await startChange(21, 20)
    await startChange(2, 0)
    expect(await counted({ steps: 'nested' })).toEqual([3, 3, 3, 23])
    expect(await counted({})).toEqual([23, 23, 23, 23])
    // Steps that match are counted as their start, which does not match itself.
    expect(await counted({ steps: 'nested', q: 'AED-7' })).toEqual([2, 2, 3, 2])
    expect(await counted({ steps: 'nested', q: 'AED' })).toEqual([2, 2, 3, 21])
    // A start that matches together with its steps is counted once.
    expect(await counted({ steps: 'nested', from: '2020-01-01' })).toEqual([3, 3, 3, 23])
    expect(await counted({ q: 'AED' })).toEqual([21, 21, 23, 21])
  })

  it('that match a filter are found under their start, which shows the number of matches', async () => {
    const { parentId } = await startChange(21, 20)
    await startChange(2, 0)
    await other('AED-7 in the hall')
    const shown = await nested({ q: 'AED-7' })
    expect(shown.map(({ objectName, steps }) => [objectName, steps])).toEqual([
      ['AED-7 in the hall', null],
      ['Set 21 assets to Broken', { total: 20, matching: 1 }],
    ])
    expect((await ask({ parentId, q: 'AED-7' })).entries.map(({ objectName }) => objectName)).toEqual(['AED-7'])
    // A start that matches the filter itself shows no number of matches.
    for (const query of [{ action: ['asset-change.start'] }, { q: 'set 21' }, { person: people.admin.userId, q: '21' }])
      expect((await nested(query)).find(({ activityId }) => activityId === parentId)?.steps).toEqual({
        total: 20,
        matching: null,
      })
  })

  it('are listed as single entries if their start was not logged', async () => {
    await beginActivity(db, people.admin, {
      action: 'asset.set-status',
      objectKind: 'asset',
      objectId: 'a',
      objectName: 'AED-9',
      changeId: randomUUID(),
    })
    expect((await nested()).map(({ objectName, parentId }) => [objectName, parentId])).toEqual([['AED-9', null]])
  })

  it('keep their parent forever', async () => {
    const { entries } = await startChange(2, 1)
    await expect(db.query('update activity set parent_id = null where activity_id = $1', [entries[0]])).rejects.toThrow(
      /append-only/,
    )
  })

  it('are all exported with the id of their parent', async () => {
    const { parentId, entries } = await startChange(3, 3)
    const lines = (await readFile('jsonl')).map(
      (line) => JSON.parse(line) as { activityId: string; parentId: string | null },
    )
    expect(
      lines
        .filter((line) => line.parentId === parentId)
        .map(({ activityId }) => activityId)
        .toSorted(),
    ).toEqual(entries.toSorted())
    const [head = '', ...rows] = await readFile('csv')
    expect(head.endsWith(',Entry ID,Parent entry ID,Action code')).toBe(true)
    expect(rows.filter((row) => row.split(',').at(-2) === parentId)).toHaveLength(3)
  })
})

const first = async (actor?: Actor) => {
  const entry = (await nested({}, actor)).at(0)
  if (entry === undefined) throw new Error('there is one')
  return entry
}

describe('the start of a bulk change', () => {
  it('shows its progress, even if some steps are not logged', async () => {
    const { changeId } = await startChange(21, 5)
    expect(writeSentence(t, await first())).toMatch(/ is setting 21 assets to Broken: 21 pending$/)
    await setStates(changeId, 'done', 0, 19)
    await setStates(changeId, 'failed', 20, 20)
    expect(writeSentence(t, await first())).toMatch(/ set 21 assets to Broken: 20 done, 1 failed$/)
    expect((await first(people.viewer)).bulk).toMatchObject({ to: { name: 'Broken' }, done: 20 })
  })

  it.each([
    ['cleared the status of 2 assets', 'set-status', [step(1, { after: null }), step(2, { after: null })]],
    ['restored the status of 2 assets', 'restore-statuses', [step(1), step(2, { after: { ...broken, name: 'Lent' } })]],
    [
      'assigned Tools to Oven',
      'assign-types',
      [step(1, { objectKind: 'asset-type', objectName: 'Oven', after: { groupId: 'g', name: 'Tools' } })],
    ],
    [
      'removed the status group from 2 asset types',
      'assign-types',
      [1, 2].map((n) => step(n, { objectKind: 'asset-type', before: { groupId: 'g', name: 'Tools' }, after: null })),
    ],
    [
      'changed the status group of 2 asset types',
      'assign-types',
      [1, 2].map((n) => step(n, { objectKind: 'asset-type', after: { groupId: `g${n}`, name: `Tools ${n}` } })),
    ],
  ] as const)('says "%s"', async (words, kind, steps) => {
    const { changeId } = await startChange(steps.length, 0, { kind, steps: [...steps] })
    await setStates(changeId, 'done', 0, 9)
    expect(writeSentence(t, await first())).toContain(` ${words}: ${steps.length} done`)
  })

  it('names the change that an undo reverted', async () => {
    const steps = [step(1, { objectKind: 'asset-type', before: null, after: { groupId: 'g', name: 'Tools' } })]
    const { changeId } = await startChange(1, 0, { kind: 'assign-types', steps })
    const undo = await startChange(1, 0, { kind: 'assign-types', steps, ofChangeId: changeId })
    await setStates(undo.changeId, 'done', 0, 0)
    expect(writeSentence(t, await first())).toContain(' undid the bulk change Set 1 assets to Broken: 1 done')
  })

  it('has its title in the reader’s language in each of its entries', async () => {
    await installServerTexts(['en', 'de'])
    const steps = [step(1, { objectKind: 'asset-type', before: null, after: { groupId: 'g', name: 'Tools' } })]
    const assigned = titleTypeChange([{ typeName: 'Oven to go', toName: 'Tools to Go' }])
    const { changeId } = await startChange(1, 0, { kind: 'assign-types', steps, title: assigned })
    const title = titleUndo(assigned)
    const undo = await startChange(1, 0, { kind: 'assign-types', steps, ofChangeId: changeId, title })
    await recordChange(db, people.admin, { act: 'cancel', changeId: undo.changeId, title, after: {} })
    const { entries } = await ask({}, people.viewer)
    expect(entries.map(({ objectName }) => renderText(objectName, 'de'))).toEqual([
      'Rückgängig: Oven to go die Gruppe Tools to Go zuweisen',
      'Rückgängig: Oven to go die Gruppe Tools to Go zuweisen',
      'Oven to go die Gruppe Tools to Go zuweisen',
    ])
    expect(renderText(entries[1]?.bulk?.undone ?? '', 'de')).toBe('Oven to go die Gruppe Tools to Go zuweisen')
    // The log stores titles in English, so that one search works for readers of all languages.
    const { rows } = await db.query('select distinct object_name from activity order by 1')
    expect(rows).toEqual([
      { object_name: 'Assign Tools to Go to Oven to go' },
      { object_name: 'Undo: Assign Tools to Go to Oven to go' },
    ])
  })

  it('shows the number of imported users only to readers with the permission', async () => {
    const { rows } = await db.query<{ job_id: string }>(
      `insert into user_jobs (attempt_id, kind, way, owner_name, owner_email, source_name, header)
       values (gen_random_uuid(), 'run', 'job', 'A', 'a@example.org', 'users.csv', '[]') returning job_id`,
    )
    const jobId = rows[0]?.job_id ?? ''
    await db.query(
      `insert into user_job_rows (job_id, position, part, line, username, asked, had_password, cells, state)
       select $1, n, 0, n, n::text, '{}', false, '[]', case when n < 298 then 'ok' else 'failed' end from generate_series(0, 299) n`,
      [jobId],
    )
    await recordActivity(db, people.admin, {
      action: 'user-job.run',
      objectKind: 'user-job',
      objectId: jobId,
      objectName: 'users.csv',
      after: { users: 300 },
    })
    expect(writeSentence(t, await first())).toMatch(/ imported 300 users from users\.csv: 298 done, 2 failed$/)
    expect(writeSentence(t, await first(people.viewer))).toMatch(/ imported users from users\.csv$/)
  })
})

it('entries of older releases get their parents and keep their other values', async () => {
  const dir = await makeTestFolder('parents')
  await cp(migrationsDirectory(), dir, { recursive: true })
  for (const name of await readdir(dir)) if (name >= '0017') await rm(path.join(dir, name))
  await using old = await openEmptyDatabase()
  await migrate(old, { log: silentLog, dir })
  await removeTestFolder(dir)
  const changeId = randomUUID()
  const insert = async (more: Record<string, string | null>) => {
    const row = {
      actor_name: 'Ada',
      actor_email: '',
      action: 'asset.set-status',
      object_kind: 'asset',
      object_name: 'x',
      outcome: 'done',
      ...more,
    }
    const names = Object.keys(row)
    const { rows } = await old.query<{ id: string }>(
      `insert into activity (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning activity_id as id`,
      Object.values(row),
    )
    return rows[0]?.id ?? ''
  }
  const start = { action: 'asset-change.start', object_kind: 'asset-change', object_id: changeId }
  const started = await insert(start)
  const done = await insert({ change_id: changeId })
  const retried = await insert({ ...start, action: 'asset-change.retry' })
  const orphan = await insert({ change_id: randomUUID() })
  const recreated = await insert({ action: 'status-group.recreate', request_id: 'r1' })
  const assigned = await insert({ action: 'asset-type.assign-group', request_id: 'r1' })
  const elsewhere = await insert({ action: 'asset-type.assign-group', request_id: 'r2' })
  const read = async () =>
    (await old.query<{ activity_id: string; parent_id?: string }>('select * from activity order by at')).rows
  const before = await read()
  await migrate(old, { log: silentLog })
  const after = await read()
  expect(after.map(({ parent_id: _parent, ...row }) => row)).toEqual(before)
  const parents = new Map(after.map((row) => [row.activity_id, row.parent_id]))
  expect([done, assigned].map((id) => parents.get(id))).toEqual([started, recreated])
  for (const id of [started, retried, orphan, recreated, elsewhere]) expect(parents.get(id)).toBeNull()
})

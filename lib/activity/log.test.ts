import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as exportLog } from '@/app/api/activity/export/route'
import { GET as getEntry } from '@/app/api/activity/[activityId]/route'
import { GET as getLog } from '@/app/api/activity/route'
import type { Actor } from '@/lib/access/actor'
import type { Role } from '@/lib/access/permissions'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { runInRequest } from '@/lib/web/request-context'
import { addReviewer } from '@/lib/review/testing'
import { declarationOf } from '@/lib/http/route'
import { listActivity, listActivityPeople, readActivityEntry } from './data'
import { exportActivity } from './export'
import { countEntries } from './filter'
import { beginActivity, finishActivity, recordActivity, relatedKey, type NewActivity } from './journal'
import { keepSnapshot } from './snapshot-store'
import { activityExportQuery, activityQuery } from './schema'
import { serverText } from '@/lib/server-text'

let db: TestDatabase
const people = {} as Record<Role, Actor>
beforeAll(async () => {
  db = await openTestDatabase()
  for (const role of ['viewer', 'editor', 'admin'] as const) people[role] = await addReviewer(db, role)
})
afterAll(() => db.close())
beforeEach(() => db.query('truncate activity cascade'))

const act = (more: Partial<NewActivity> = {}): NewActivity => ({
  action: 'status-group.update',
  objectKind: 'status-group',
  objectId: 'g1',
  objectName: 'Pumps',
  ...more,
})
const record = (more: Partial<NewActivity> = {}, actor: Parameters<typeof recordActivity>[1] = people.editor) =>
  recordActivity(db, actor, act(more))
const ask = (query: object, actor: Actor = people.admin, nowMs?: number) =>
  listActivity(actor, activityQuery.parse(query), { db, ...(nowMs === undefined ? {} : { nowMs }) })
const namesOf = async (query: object, actor?: Actor, nowMs?: number) =>
  (await ask(query, actor, nowMs)).entries.map(({ objectName }) => objectName)

describe('an entry', () => {
  it('about the console’s own data is stored in the same transaction as the change', async () => {
    await expect(
      db.transaction(async (tx) => {
        await recordActivity(tx, people.editor, act())
        throw new Error('and then it fails')
      }),
    ).rejects.toThrow('and then')
    expect((await ask({})).entries).toEqual([])
    const id = await record({ before: { name: 'a' }, after: { name: 'b' } })
    const entry = await readActivityEntry(people.admin, id, db)
    expect(entry).toMatchObject({ outcome: 'done', actorEmail: people.editor.email, before: { name: 'a' } })
    expect(entry.finishedAt).not.toBeNull()
  })

  it('keeps the id of the request that caused it across awaits, and has none for work of the console itself', async () => {
    const headers = new Headers({ 'x-sightline-peer': '::ffff:198.51.100.4', 'x-forwarded-for': '203.0.113.1' })
    const [inside, other] = await Promise.all([
      runInRequest('req-1', headers, async () => {
        await new Promise((resolve) => setImmediate(resolve))
        return db.transaction((tx) => recordActivity(tx, people.editor, act()))
      }),
      runInRequest('req-2', new Headers(), () => beginActivity(db, people.editor, act())),
    ])
    const outside = await record()
    const read = (id: string, actor: Actor = people.admin) => readActivityEntry(actor, id, db)
    expect(await read(inside)).toMatchObject({ requestId: 'req-1', address: '198.51.100.4' })
    expect(await read(other)).toMatchObject({ requestId: 'req-2', address: null })
    expect(await read(outside)).toMatchObject({ requestId: null, address: null })
    expect(await read(inside, people.editor)).toMatchObject({ requestId: 'req-1', address: null })
  })
})

describe('the log is append-only', () => {
  const refused = /append-only/
  const fields = [
    `at = at - interval '1 day'`,
    `actor_name = 'Mallory'`,
    `actor_email = 'm@x'`,
    'actor_id = null',
    `action = 'x.y'`,
    `object_kind = 'x'`,
    `change_id = gen_random_uuid()`,
    `before = '{}'`,
    `request_id = 'x'`,
    `address = '::1'`,
    `related = array['x/y']`,
  ]

  it.each(fields)('refuses %s, also for an open entry', async (change) => {
    const related = [relatedKey('x', '1')]
    await record({ before: { a: 1 }, related, requestId: 'r' })
    await expect(db.query(`update activity set ${change}`)).rejects.toThrow(refused)
    await db.query('truncate activity cascade')
    await beginActivity(db, people.editor, act({ before: { a: 1 }, related, requestId: 'r' }))
    await expect(db.query(`update activity set ${change}`)).rejects.toThrow(refused)
  })

  it('refuses to delete an entry and to change or revert an outcome', async () => {
    const id = await beginActivity(db, people.editor, act({ after: { a: 1 } }))
    const set = (change: string) => db.query(`update activity set ${change} where activity_id = $1`, [id])
    await set(`outcome = 'unknown', outcome_note = 'lost'`)
    await expect(set(`outcome = 'pending'`)).rejects.toThrow(refused)
    await finishActivity(db, id, { outcome: 'failed', note: 'no' })
    for (const change of [
      `outcome = 'done'`,
      `outcome_note = 'yes'`,
      `object_id = 'other'`,
      `object_name = 'other'`,
      `after = '{}'`,
      'finished_at = now()',
    ])
      await expect(set(change), change).rejects.toThrow(refused)
    await expect(db.query('delete from activity')).rejects.toThrow(refused)
    expect((await ask({})).entries).toHaveLength(1)
  })

  it('only drops references to deleted accounts and recorded statuses of refused writes', async () => {
    const gone = await addReviewer(db)
    const id = await beginActivity(db, gone, act())
    await keepSnapshot(db, id, [
      { assetId: 'a', code: 'A', typeId: null, groupId: null, optionId: 'o', optionName: 'n', optionColor: 'c' },
    ])
    await finishActivity(db, id, { outcome: 'failed', note: 'refused' })
    await db.query('delete from users where user_id = $1', [gone.userId])
    expect(await readActivityEntry(people.admin, id, db)).toMatchObject({ actorName: gone.name, snapshotCount: 0 })
  })
})

describe('the filters', () => {
  it('find entries by person in any case, action, outcome, kind, object and words', async () => {
    await record({ objectName: 'Water pump 50%_a' })
    await record({ objectName: 'Fire door', objectId: 'g2', action: 'status-group.delete' }, people.admin)
    const open = await beginActivity(db, people.viewer, act({ objectName: 'Pump house', objectKind: 'asset' }))
    expect(await namesOf({ person: people.editor.email.toUpperCase() })).toEqual(['Water pump 50%_a'])
    expect(await namesOf({ action: ['status-group.delete', 'x.y'] })).toEqual(['Fire door'])
    expect(await namesOf({ outcome: ['pending'] })).toEqual(['Pump house'])
    expect(await namesOf({ objectKind: 'asset' })).toEqual(['Pump house'])
    expect(await namesOf({ objectKind: 'status-group', objectId: 'g2' })).toEqual(['Fire door'])
    expect(await namesOf({ q: 'PUMP' })).toEqual(['Pump house', 'Water pump 50%_a'])
    expect(await namesOf({ q: 'pump wat' })).toEqual(['Water pump 50%_a'])
    expect(await namesOf({ q: '%_' })).toEqual(['Water pump 50%_a'])
    expect(await namesOf({ q: '_%' })).toEqual([])
    await finishActivity(db, open, { outcome: 'done' })
    expect(await namesOf({ outcome: ['pending', 'failed'] })).toEqual([])
  })

  it('find a bulk change in the history of each object', async () => {
    const related = ['a1', 'a2'].map((id) => relatedKey('inspection', id))
    await record({ objectKind: 'inspection', objectId: null, objectName: 'Two inspections', related })
    await record({ objectKind: 'inspection', objectId: 'a1', objectName: 'One' })
    await record({ objectKind: 'asset', objectId: 'a1', objectName: 'Other kind' })
    expect(await namesOf({ objectKind: 'inspection', objectId: 'a1' })).toEqual(['One', 'Two inspections'])
    expect(await namesOf({ objectKind: 'inspection', objectId: 'a2' })).toEqual(['Two inspections'])
    expect(await namesOf({ objectKind: 'inspection', objectId: 'a' })).toEqual([])
    expect((await ask({ objectKind: 'inspection', objectId: 'a2' })).entries[0]).toMatchObject({ relatedCount: 2 })
  })

  it('find entries by days of a time zone, instants and relative times', async () => {
    const at = ['2026-11-19T22:59:59.999Z', '2026-11-19T23:00:00Z', '2026-11-20T22:59:59Z', '2026-11-20T23:00:00Z']
    for (const [index, time] of at.entries())
      await db.query(
        `insert into activity (at, actor_name, actor_email, action, object_kind, object_name, outcome)
         values ($1, 'a', 'e', 'x.y', 'x', $2, 'done')`,
        [time, String(index)],
      )
    const now = Date.parse('2026-11-20T12:00:00Z')
    const tz = 'Europe/Berlin'
    expect(await namesOf({ from: '2026-11-20', to: '2026-11-20', tz })).toEqual(['2', '1'])
    expect(await namesOf({ from: 'now/d', to: 'now/d', tz }, people.admin, now)).toEqual(['2', '1'])
    expect(await namesOf({ from: 'now-1d/d', to: 'now-1d/d', tz }, people.admin, now)).toEqual(['0'])
    expect(await namesOf({ from: '2026-11-20T23:00:00Z' })).toEqual(['3'])
    expect(await namesOf({ to: '2026-11-19T23:00:00Z' })).toEqual(['0'])
  })

  it.each([
    [{ from: 'soon' }, 'from'],
    [{ to: '2026-13-01' }, 'to'],
    [{ from: '2026-11-20', to: '2026-11-01' }, 'to'],
    [{ tz: 'Mars/Olympus' }, 'tz'],
  ])('refuse %j and name the field', async (query, field) => {
    await expect(ask(query)).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { [field]: expect.any(String) as string } },
    })
  })

  it('count matches and all entries, and say when they estimate', async () => {
    for (const objectName of ['a', 'b', 'c']) await record({ objectName })
    expect((await ask({ q: 'a', include: ['counts'] })).counts).toEqual({
      matching: { total: 1, isExact: true },
      all: { total: 3, isExact: true },
      exported: { total: 1, isExact: true },
    })
    expect((await ask({ q: 'a' })).counts).toBeNull()
    await db.query('analyze activity')
    const many = await countEntries(db, { where: ['true'], values: [] }, 2)
    expect(many.isExact).toBe(false)
    expect(many.total).toBeGreaterThanOrEqual(3)
  })
})

describe('access to the log', () => {
  it('shows refused sign-ins and addresses to admins, private views to their owner, and webhooks to people who may read them', async () => {
    const headers = new Headers({ 'x-sightline-peer': '198.51.100.4' })
    await runInRequest('r', headers, async () => {
      const door = { action: 'session.sign-in', objectKind: 'session', objectId: null }
      await record({ ...door, objectName: 'in' })
      const nobody = { userId: null, name: 'x@y', email: 'x@y' }
      await recordActivity(db, nobody, act({ ...door, objectName: 'refused' }), { outcome: 'failed', note: 'no' })
      for (const isShared of [true, false])
        await record({ objectKind: 'saved-view', objectName: isShared ? 'shared' : 'private', after: { isShared } })
      await record({ objectKind: 'webhook-secret', objectName: 'hook' })
    })
    expect(await namesOf({}, people.admin)).toEqual(['hook', 'private', 'shared', 'refused', 'in'])
    expect(await namesOf({}, people.editor)).toEqual(['hook', 'private', 'shared', 'in'])
    expect(await namesOf({}, people.viewer)).toEqual(['shared', 'in'])
    expect((await ask({ include: ['counts'] }, people.viewer)).counts?.all.total).toBe(2)
    const seen = async (actor: Actor) => (await ask({}, actor)).entries.some(({ address }) => address !== null)
    expect([await seen(people.admin), await seen(people.editor), await seen(people.viewer)]).toEqual([
      true,
      false,
      false,
    ])
    const refused = (await ask({ q: 'refused' })).entries[0]?.activityId ?? ''
    await expect(readActivityEntry(people.editor, refused, db)).rejects.toMatchObject({ code: 'not_found' })
    const lines = await readExport({ format: 'jsonl' }, people.editor)
    expect(lines).not.toContain('refused')
    expect(lines).not.toContain('198.51.100.4')
  })

  it('requires the permission to read the log on each route', () => {
    for (const handler of [getLog, getEntry, exportLog]) expect(declarationOf(handler)?.access).toBe('activity:read')
  })

  it('lists the people with an account, to filter by them', async () => {
    const { people: found } = await listActivityPeople(people.admin, db)
    expect(found).toContainEqual({
      userId: people.viewer.userId,
      name: people.viewer.name,
      email: people.viewer.email,
    })
  })
})

async function readExport(query: object, actor: Actor = people.admin): Promise<string> {
  const { body } = await exportActivity(actor, activityExportQuery.parse(query), { db })
  // text() would remove the byte order mark.
  return Buffer.from(await new Response(body).arrayBuffer()).toString()
}

it('lists the oldest entries first on request, across pages and with nested steps', async () => {
  await db.query(
    `insert into activity (at, actor_name, actor_email, action, object_kind, object_name, outcome)
     select timestamptz '2026-03-02T10:00:00Z' + (n / 2) * interval '1 second', 'a', 'e', 'q.r', 'q', 'old ' || n::text, 'done'
     from generate_series(0, 6) n`,
  )
  const newest = (await ask({ action: ['q.r'], steps: 'nested' })).entries.map(({ at }) => at)
  for (const steps of [undefined, 'nested']) {
    const seen: string[] = []
    for (let after: string | undefined; ;) {
      const page = await ask({ action: ['q.r'], sort: 'oldest', steps, limit: 2, after })
      seen.push(...page.entries.map(({ at }) => at))
      if (page.after === null) break
      ;({ after } = page)
    }
    expect(seen).toEqual(newest.toReversed())
  }
})

describe('a file of the log', () => {
  it('has every entry of many pages once, in the order of the log, and is logged itself', async () => {
    await db.query(
      `insert into activity (at, actor_name, actor_email, action, object_kind, object_name, outcome, before)
       select timestamptz '2026-03-01T10:00:00.123456Z' + (n / 7) * interval '1 microsecond', 'a', 'e', 'x.y', 'x', n::text, 'done',
              json_build_object('n', n)
       from generate_series(0, 129) n`,
    )
    const { rows } = await db.query<{ id: string }>(
      'select activity_id as id from activity order by at desc, activity_id',
    )
    const lines = (await readExport({ format: 'jsonl', tz: 'Asia/Kolkata' })).trimEnd().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as { activityId: string; at: string })
    expect(entries.map(({ activityId }) => activityId)).toEqual(rows.map(({ id }) => id))
    expect(entries.at(-1)?.at).toBe('2026-03-01T15:30:00.123456+05:30')
    expect((await ask({ action: ['activity.export'] })).entries).toMatchObject([
      {
        objectName: serverText('activity.objects.counted', { about: 'no', noun: 'entry', count: 130 }),
        after: { format: 'jsonl', tz: 'Asia/Kolkata' },
      },
    ])
  })

  it('has the columns and the order that the address of the list names', async () => {
    await db.query(
      `insert into activity (at, actor_name, actor_email, action, object_kind, object_name, outcome)
       select timestamptz '2026-03-01T10:00:00Z' + n * interval '1 second', 'a', 'e', 'y.z', 'y', n::text, 'done'
       from generate_series(0, 2) n`,
    )
    const csv = await readExport({ action: ['y.z'], columns: 'object,outcome,entry', sort: 'oldest' })
    expect(csv.trimEnd().split('\r\n')).toEqual([
      '\uFEFFObject,Outcome,What happened',
      expect.stringMatching(/^0,Done,/),
      expect.stringMatching(/^1,Done,/),
      expect.stringMatching(/^2,Done,/),
    ])
    const { body, name, type } = await exportActivity(people.admin, activityExportQuery.parse({ format: 'xlsx' }), {
      db,
    })
    expect([name.endsWith('.xlsx'), type.includes('spreadsheetml')]).toEqual([true, true])
    expect(
      Buffer.from(await new Response(body).arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })

  it('names actions, kinds and outcomes as the list does, and has the code of the action for programs', async () => {
    await db.query(
      `insert into activity (at, actor_name, actor_email, action, object_kind, object_name, outcome)
       values (now(), 'a', 'e', 'session.sign-in', 'session', 'a', 'failed')`,
    )
    const read = async (language: 'en' | 'de') => {
      const query = activityExportQuery.parse({ action: ['session.sign-in'], sort: 'oldest' })
      const { body } = await exportActivity(people.admin, query, { db, language })
      const { data } = Papa.parse<Record<string, string>>(await new Response(body).text(), { header: true })
      return data[0]
    }
    expect(await read('en')).toMatchObject({
      Action: 'Sign in',
      Kind: 'Sign-in',
      Outcome: 'Refused',
      'Action code': 'session.sign-in',
    })
    expect(await read('de')).toMatchObject({
      Action: 'Anmelden',
      Outcome: 'Abgelehnt',
      'Action code': 'session.sign-in',
    })
  })

  it('is readable by spreadsheets and contains no formula as CSV', async () => {
    await record({ objectName: '=cmd|calc', before: { text: 'a, "b"' }, related: ['x/1', 'x/2'] })
    const csv = await readExport({ format: 'csv', action: ['status-group.update'] })
    expect(csv.startsWith('\uFEFFTime,Person,Email,')).toBe(true)
    const [, line = ''] = csv.trimEnd().split('\r\n')
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00,/)
    expect(line).toContain(",'=cmd|calc,")
    expect(line).toContain('"{""text"":""a, \\""b\\""""}"')
    expect(line).toContain(',x/1 x/2,')
  })
})

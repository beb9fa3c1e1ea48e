import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { AppError } from '@/lib/errors'
import { registerSecret } from '@/lib/log'
import { serverText } from '@/lib/server-text'
import { listActivity, readActivityEntry } from './data'
import { beginActivity, finishActivity, type NewActivity } from './journal'
import { keepSnapshot, readSnapshot } from './snapshot-store'
import { disownDeadEntries } from './recheck'
import { activityEntry, activityPage } from './schema'
import { rewriteActivity } from './testing'

let db: TestDatabase
const actor = { userId: null, name: 'Ada', email: 'ada@example.org' }
const admin: Actor = {
  userId: '00000000-0000-4000-8000-000000000001',
  name: 'A',
  email: 'a@example.org',
  role: 'admin',
}
const intent: NewActivity = {
  action: 'status-group.update',
  objectKind: 'status-group',
  objectId: 'g1',
  objectName: 'Pumps',
}

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => db.query('truncate activity cascade'))

const ask = (query: Parameters<typeof listActivity>[1]) => listActivity(admin, query, { db })

const idsOf = async (query: object) => (await ask({ limit: 50, ...query })).entries.map(({ activityId }) => activityId)

async function readAll(limit: number): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ;) {
    const page = activityPage.parse(await ask({ limit, after }))
    ids.push(...page.entries.map(({ activityId }) => activityId))
    if (page.after === null) return ids
    after = page.after
  }
}

describe('the activity log', () => {
  it('stores intent, before and after, and gets its outcome once', async () => {
    const id = await beginActivity(db, actor, { ...intent, before: { name: 'Pumps' }, after: { name: 'Valves' } })
    expect(activityEntry.parse(await readActivityEntry(admin, id, db))).toMatchObject({
      actorName: 'Ada',
      outcome: 'pending',
      finishedAt: null,
      before: { name: 'Pumps' },
      after: { name: 'Valves' },
    })
    await expect(finishActivity(db, id, { outcome: 'unknown', note: 'The response was lost.' })).resolves.toBe(true)
    expect(await readActivityEntry(admin, id, db)).toMatchObject({ outcome: 'unknown', finishedAt: null })
    await expect(finishActivity(db, id, { outcome: 'done', objectName: 'Valves' })).resolves.toBe(true)
    const done = await readActivityEntry(admin, id, db)
    expect(done).toMatchObject({ outcome: 'done', outcomeNote: null, objectName: 'Valves', after: { name: 'Valves' } })
    expect(done.finishedAt).not.toBeNull()
    await expect(finishActivity(db, id, { outcome: 'failed', note: 'late' })).resolves.toBe(false)
    expect(await readActivityEntry(admin, id, db)).toEqual(done)
  })

  it('is paged without loss or duplicates when many entries have the same time', async () => {
    await db.query(
      `insert into activity (at, actor_name, actor_email, action, object_kind, object_name)
       select timestamptz '2026-03-01T10:00:00.123456Z' + (n / 17) * interval '1 microsecond', 'a', 'e', 'x.y', 'x', n::text
       from generate_series(0, 99) n`,
    )
    const { rows } = await db.query<{ activity_id: string }>(
      'select activity_id from activity order by at desc, activity_id',
    )
    const all = rows.map((row) => row.activity_id)
    expect(all).toHaveLength(100)
    for (const limit of [1, 7, 50, 99, 100, 200]) expect(await readAll(limit)).toEqual(all)
  })

  it('finds the entries of an object, an action or a bulk change', async () => {
    const changeId = '11111111-1111-4111-8111-111111111111'
    const mine = await beginActivity(db, actor, intent)
    const other = await beginActivity(db, actor, { ...intent, objectId: 'g2', action: 'status-group.delete' })
    const step = await beginActivity(db, actor, { ...intent, objectKind: 'asset', objectId: 'g1', changeId })
    expect(await idsOf({ objectKind: 'status-group', objectId: 'g1' })).toEqual([mine])
    expect(await idsOf({ action: ['status-group.delete'] })).toEqual([other])
    expect(await idsOf({ changeId })).toEqual([step])
  })

  it.each(['', '~', 'now~1', '2026-03-01T10:00:00Z', "2026-03-01T10:00:00Z~' or 1=1"])(
    'refuses the cursor %j',
    async (after) => {
      await expect(ask({ limit: 5, after })).rejects.toMatchObject({ code: 'invalid' })
    },
  )

  it('answers not_found for an unknown entry', async () => {
    await expect(readActivityEntry(admin, '11111111-1111-4111-8111-111111111111', db)).rejects.toBeInstanceOf(AppError)
  })

  it(
    'S28: stores no secret, neither by key nor by value, and stays readable for any input',
    { tags: ['S28'] },
    async () => {
      const canary = 'canary-7d1f"\\x/é'
      registerSecret(canary)
      const hostile = {
        name: `line\nbreak \u0000 \u001b[31m ${canary}`,
        nested: [{ api_key: canary, Authorization: `Bearer ${canary}`, deep: { note: `…${canary}…` } }],
        encoded: [encodeURIComponent(canary), Buffer.from(canary).toString('base64')],
        half: '\ud800',
      }
      const id = await beginActivity(db, actor, {
        ...intent,
        objectName: `x ${canary} \u0000`,
        before: hostile,
        after: hostile,
      })
      await finishActivity(db, id, { outcome: 'failed', note: `refused: ${canary}` })
      const { rows } = await db.query<{ whole: string }>('select activity::text as whole from activity')
      const entry = activityEntry.parse(await readActivityEntry(admin, id, db))
      for (const text of [rows[0]?.whole ?? '', JSON.stringify(entry)])
        for (const spelling of [canary, JSON.stringify(canary).slice(1, -1), 'canary-7d1f', ...hostile.encoded])
          expect(text).not.toContain(spelling)
      expect(entry.before).toMatchObject({ nested: [{ api_key: '[redacted]', Authorization: '[redacted]' }] })
      expect(entry.before).toMatchObject({ name: expect.stringContaining('break') })
    },
  )
})

describe('stored statuses', () => {
  const row = {
    assetId: 'a1',
    code: 'P-1',
    typeId: 't',
    groupId: 'g1',
    optionId: 'o',
    optionName: 'In',
    optionColor: 'c',
  }

  it('are counted in the entry and returned as the newest one of each asset', async () => {
    const id = await beginActivity(db, actor, intent)
    await keepSnapshot(db, id, [row, { ...row, assetId: 'a2', typeId: null, groupId: null }])
    await keepSnapshot(db, id, [row, { ...row, optionId: 'newer' }])
    await keepSnapshot(db, id, [])
    expect(await readActivityEntry(admin, id, db)).toMatchObject({ snapshotCount: 2 })
    expect(await readSnapshot(db, id)).toEqual([
      { ...row, optionId: 'newer' },
      { ...row, assetId: 'a2', typeId: null, groupId: null },
    ])
  })
})

describe('entries of a process that died', () => {
  it('become unknown at the next start of a single process, or by their age if other processes may run', async () => {
    const old = await beginActivity(db, actor, intent)
    const young = await beginActivity(db, actor, intent)
    await rewriteActivity(db, `update activity set at = at - interval '6 minutes' where activity_id = $1`, [old])
    const { rows } = await db.query<{ at: string }>('select clock_timestamp() as at')
    const startedAt = rows[0]?.at ?? null
    const shared = {
      kind: 'server' as const,
      query: <Row>(text: string, values?: readonly unknown[]) => db.query<Row>(text, values),
    }
    const outcomes = async () => [
      (await readActivityEntry(admin, old, db)).outcome,
      (await readActivityEntry(admin, young, db)).outcome,
    ]
    expect(await disownDeadEntries(shared, startedAt)).toBe(1)
    expect(await outcomes()).toEqual(['unknown', 'pending'])
    expect(await disownDeadEntries(db, startedAt)).toBe(1)
    expect(await outcomes()).toEqual(['unknown', 'unknown'])
    // The note of an entry that no recheck can decide does not promise a check.
    const unseen = await beginActivity(db, actor, { ...intent, objectKind: 'service' })
    const seen = await beginActivity(db, actor, intent)
    await rewriteActivity(db, `update activity set at = at - interval '6 minutes' where outcome = 'pending'`)
    expect(await disownDeadEntries(shared, null, ['status-group'])).toBe(2)
    expect((await readActivityEntry(admin, unseen, db)).outcomeNote).toBe(serverText('activity.stoppedUnchecked'))
    expect((await readActivityEntry(admin, seen, db)).outcomeNote).toBe(serverText('activity.stopped'))
    // A process does not disown entries that it began itself.
    await beginActivity(db, actor, intent)
    expect(await disownDeadEntries(db, startedAt)).toBe(0)
  })
})

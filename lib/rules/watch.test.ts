import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { listNotices } from '@/lib/inbox/data'
import { noticePath } from '@/lib/inbox/model'
import { processWide } from '@/lib/process-wide'
import { addReviewer } from '@/lib/review/testing'
import { renderText } from '@/lib/server-text'
import { actOnHit } from './act'
import { readRuleWithHits } from './data'
import { createRule } from './mutations'
import { previewRule } from './preview-data'
import { newRule, type NewRule } from './schema'
import { addAsset, testStatus } from './testing'
import { noteBudgets } from './trouble-store'
import { decideWatched } from './watch'

let db: TestDatabase
let admin: Actor

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  admin = await addReviewer(db, 'admin')
})
beforeEach(async () => {
  for (const table of ['rules', 'notices', 'assets', 'user_jobs']) await db.query(`delete from ${table}`)
})
afterAll(() => db.close())

const outFor = (days: number) =>
  ({ kind: 'asset-status', optionId: testStatus.optionId, name: testStatus.name, days }) as const
const importErrors = { kind: 'import-errors' } as const
const notify = () => ({ kind: 'notify' as const, userIds: [admin.userId], roles: [], email: false })
const add = (trigger: NewRule['trigger']) =>
  createRule(admin, newRule.parse({ name: 'Watched', trigger, actions: [notify()] }), db)
const setStatus = (assetId: string, optionId: string | null) =>
  db.query(`update assets set option_id = $2 where asset_id = $1`, [assetId, optionId])
/** Lets days pass for all statuses, rules and imports. */
const passDays = async (days: number) => {
  await db.query(`update noticed_statuses set noticed_at = noticed_at - make_interval(days => $1)`, [days])
  await db.query(`update rules set since = since - make_interval(days => $1)`, [days])
  await db.query(`update rule_hits set version = version - make_interval(days => $1) where subject = 'asset'`, [days])
}
const actOnAll = async () => {
  const { rows } = await db.query<{ hit_id: string }>(`select hit_id from rule_hits where state = 'waiting'`)
  for (const { hit_id: hitId } of rows)
    await actOnHit({ db, nowMs: Date.now(), readGroups: () => Promise.resolve([]) }, hitId)
}
const inbox = async () =>
  (await listNotices(admin, { list: 'inbox' }, db)).notices.map((one) => [renderText(one.text), noticePath(one)])

async function addImport(name: string, { state, endedDaysAgo = 0 }: { state: string; endedDaysAgo?: number }) {
  const { rows } = await db.query<{ job_id: string }>(
    `insert into user_jobs (attempt_id, kind, way, owner_name, owner_email, source_name, header, phase, finished_at)
     values (gen_random_uuid(), 'run', 'job', 'Ann', 'ann@example.com', $1, '[]', 'completed',
       clock_timestamp() - make_interval(days => $2)) returning job_id`,
    [name, endedDaysAgo],
  )
  const jobId = rows[0]?.job_id ?? ''
  await db.query(
    `insert into user_job_rows (job_id, position, part, line, username, asked, had_password, cells, state)
     values ($1, 0, 0, 2, 'a@example.com', '{"username": "a@example.com"}', false, '[]', $2)`,
    [jobId, state],
  )
  return jobId
}

describe('a rule for assets that have had a status for days', () => {
  it('acts once for each period in the status, after the configured days', async () => {
    await addAsset(db, 'asset_1', 'FL-1')
    await addAsset(db, 'asset_2', 'FL-2')
    const { ruleId } = await add(outFor(3))
    await setStatus('asset_1', 'out')
    await setStatus('asset_2', 'out')
    await passDays(2)
    expect(await decideWatched(db)).toBe(0)
    // The status of this asset changes before its days are over.
    await setStatus('asset_2', 'ok')
    await passDays(2)
    expect([await decideWatched(db), await decideWatched(db)]).toEqual([1, 0])
    await actOnAll()
    expect(await inbox()).toEqual([['Watched: FL-1', '/assets?row=asset_1']])
    await setStatus('asset_1', 'ok')
    await setStatus('asset_1', 'out')
    expect(await decideWatched(db)).toBe(0)
    await passDays(4)
    expect([await decideWatched(db), await decideWatched(db)]).toEqual([1, 0])
    expect((await readRuleWithHits(ruleId, db)).hits).toMatchObject([
      { subject: 'asset', id: 'asset_1', title: 'FL-1' },
      { subject: 'asset', id: 'asset_1' },
    ])
  })

  it('does not act on assets that met the condition before the rule was created, but its preview counts them', async () => {
    await addAsset(db, 'asset_1', 'FL-1')
    await setStatus('asset_1', 'out')
    await passDays(5)
    await add(outFor(3))
    expect(await decideWatched(db)).toBe(0)
    const ask = { trigger: outFor(3), actions: [notify()] }
    expect(await previewRule(admin, ask, db)).toMatchObject({
      total: 1,
      isExact: true,
      items: [{ subject: 'asset', id: 'asset_1', title: 'FL-1' }],
      problems: [],
    })
    expect((await previewRule(admin, { ...ask, trigger: outFor(6) }, db)).total).toBe(0)
    expect((await db.query('select from rule_hits')).rows).toHaveLength(0)
  })

  it('counts an asset whose status never changed only once, from its last change at the service', async () => {
    await addAsset(db, 'asset_1', 'FL-1')
    await db.query(
      `insert into assets (asset_id, code, type_id, type_name, state, option_id, search_text, document, seen_at, modified_at)
       values ('asset_2', 'FL-2', 'type_1', 'Forklift', 'active', 'out', '', '{}', now(), now() - interval '2 days')`,
    )
    await add(outFor(2))
    await db.query(`update rules set since = now() - interval '1 day'`)
    expect(await decideWatched(db)).toBe(1)
    await db.query(`update assets set modified_at = now() - interval '50 hours'`)
    expect(await decideWatched(db)).toBe(0)
  })
})

const idle = (days: number, typeId: string | null = null) =>
  ({ kind: 'asset-idle', typeId, typeName: 'Forklift', days }) as const
const inspect = (assetId: string, daysAgo: number, createdDaysAgo = 500) =>
  db.query(
    `update assets set document = json_build_object(
       'inspectedAt', to_char(now() at time zone 'UTC' - make_interval(days => $2), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'createdAt', to_char(now() at time zone 'UTC' - make_interval(days => $3), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     where asset_id = $1`,
    [assetId, daysAgo, createdDaysAgo],
  )
const neverInspected = (assetId: string, createdDaysAgo: number) =>
  db.query(
    `update assets set document = json_build_object('inspectedAt', null, 'createdAt', now() - make_interval(days => $2))
     where asset_id = $1`,
    [assetId, createdDaysAgo],
  )
const assetsHit = async () =>
  (await db.query<{ id: string }>('select audit_id as id from rule_hits order by audit_id')).rows.map(({ id }) => id)

describe('a rule for assets without inspection for days', () => {
  it('acts once for each asset and last inspection, after the rule was created', async () => {
    for (const number of [1, 2, 3, 4]) await addAsset(db, `asset_${number}`, `FL-${number}`)
    await add(idle(30))
    await db.query(`update rules set since = now() - interval '5 days'`)
    await inspect('asset_1', 31)
    await inspect('asset_2', 29)
    await neverInspected('asset_3', 32)
    // This asset met the condition before the rule was created.
    await inspect('asset_4', 60)
    expect([await decideWatched(db), await decideWatched(db)]).toEqual([2, 0])
    expect(await assetsHit()).toEqual(['asset_1', 'asset_3'])
    await inspect('asset_1', 2)
    expect(await decideWatched(db)).toBe(0)
    // The asset was inspected, and then again not for the configured days.
    await inspect('asset_1', 30)
    expect([await decideWatched(db), await decideWatched(db)]).toEqual([1, 0])
    await actOnAll()
    expect((await inbox()).map(([text]) => text ?? '').toSorted()).toEqual([
      'Watched: FL-1',
      'Watched: FL-1',
      'Watched: FL-3',
    ])
  })

  it('previews the assets that meet the condition now, and acts on them on request', async () => {
    for (const number of [1, 2, 3, 4, 5]) await addAsset(db, `asset_${number}`, `FL-${number}`)
    await inspect('asset_1', 400)
    await inspect('asset_2', 31)
    await inspect('asset_3', 3)
    await inspect('asset_4', 90)
    await db.query(`update assets set state = 'archived' where asset_id = 'asset_4'`)
    await inspect('asset_5', 90)
    await db.query(`update assets set type_id = 'type_2' where asset_id = 'asset_5'`)
    const ask = { trigger: idle(30, 'type_1'), actions: [notify()] }
    expect(await previewRule(admin, ask, db)).toMatchObject({
      total: 2,
      items: [{ subject: 'asset', id: 'asset_2', title: 'FL-2' }, { id: 'asset_1' }],
    })
    expect((await previewRule(admin, { ...ask, trigger: idle(30) }, db)).total).toBe(3)
    await createRule(admin, newRule.parse({ ...ask, name: 'Past', actsOnPast: true }), db)
    expect([await decideWatched(db), await assetsHit()]).toEqual([0, ['asset_1', 'asset_2']])
  })
})

describe('a rule for imports that end with errors', () => {
  it('acts once for each such import that ends after the rule was created', async () => {
    await addImport('old.csv', { state: 'failed', endedDaysAgo: 1 })
    await add(importErrors)
    await addImport('fine.csv', { state: 'ok' })
    const jobId = await addImport('bad.csv', { state: 'failed' })
    expect([await decideWatched(db), await decideWatched(db)]).toEqual([1, 0])
    await actOnAll()
    expect(await inbox()).toEqual([['Watched: bad.csv', `/users/imports/${jobId}`]])
    expect((await previewRule(admin, { trigger: importErrors, actions: [notify()] }, db)).items).toMatchObject([
      { title: 'bad.csv' },
      { title: 'old.csv' },
    ])
  })

  it('creates no follow-up and sets no status, because there is no inspection', async () => {
    const actions = [{ kind: 'follow-up' as const, assigneeId: null, dueDays: null, note: '' }]
    await expect(
      createRule(admin, newRule.parse({ name: 'No', trigger: importErrors, actions }), db),
    ).rejects.toMatchObject({ code: 'invalid' })
    const { problems } = await previewRule(admin, { trigger: importErrors, actions }, db)
    expect(problems).toHaveLength(1)
  })
})

const trouble = (of: 'sync' | 'budget', minutes = 10) => ({ kind: 'trouble', of, minutes }) as const
const addTrouble = async (of: 'sync' | 'budget') => {
  const rule = await add(trouble(of))
  await db.query(`update rules set since = '2020-01-01'`)
  return rule
}
const succeeded = (minutesAgo: number, error: string | null = null) =>
  db.query(
    `insert into sync_state (name, last_finished_at, last_error) values ('inspections', now() - make_interval(mins => $1), $2)
     on conflict (name) do update set last_finished_at = excluded.last_finished_at, last_error = excluded.last_error`,
    [minutesAgo, error],
  )
const full = { bucket: 'search', limit: 200, remaining: 180, queuedPerson: 0 }
const passMinutes = (minutes: number) =>
  db.query(
    `update budget_spells set since = since - make_interval(mins => $1), seen_at = seen_at - make_interval(mins => $1)`,
    [minutes],
  )

describe('a rule for trouble of Sightline', () => {
  beforeEach(async () => {
    for (const table of ['sync_state', 'budget_spells']) await db.query(`delete from ${table}`)
  })

  it('acts once while no sync succeeds, and again for the next such period', async () => {
    await addTrouble('sync')
    await succeeded(9, 'down')
    expect(await decideWatched(db)).toBe(0)
    await succeeded(11, 'down')
    expect([await decideWatched(db), await decideWatched(db)]).toEqual([1, 0])
    await actOnAll()
    expect(await inbox()).toEqual([['Watched: the sync is failing or late', '/system']])
    await succeeded(1)
    expect(await decideWatched(db)).toBe(0)
    // The sync is late, but without an error.
    await succeeded(12)
    expect([await decideWatched(db), await decideWatched(db)]).toEqual([1, 0])
  })

  it('gives the sync the time to succeed after all consoles were stopped', async () => {
    await addTrouble('sync')
    await succeeded(600)
    expect([await decideWatched(db, 9 * 60_000), await decideWatched(db, 10 * 60_000)]).toEqual([0, 1])
  })

  it('acts when no first sync succeeds, but not while the first one runs', async () => {
    await addTrouble('sync')
    await db.query(`insert into sync_state (name) values ('inspections')`)
    expect(await decideWatched(db)).toBe(0)
    await db.query(`update sync_state set last_error = 'down'`)
    expect([await decideWatched(db), await decideWatched(db)]).toEqual([1, 0])
  })

  it('acts once while a limit is nearly used up, and again after it has recovered', async () => {
    await addTrouble('budget')
    await noteBudgets(db, [full])
    await passMinutes(20)
    expect(await decideWatched(db)).toBe(0)
    for (let minute = 0; minute <= 10; minute += 1) {
      expect(await decideWatched(db)).toBe(0)
      // People who wait for the limit count as well. Another console that still has enough changes nothing.
      await noteBudgets(db, [minute % 2 === 0 ? { ...full, remaining: 20 } : { ...full, queuedPerson: 1 }])
      await noteBudgets(db, [full])
      if (minute < 10) await passMinutes(1)
    }
    expect([await decideWatched(db), await decideWatched(db)]).toEqual([1, 0])
    await actOnAll()
    expect(await inbox()).toEqual([['Watched: the API limit is almost used up', '/system']])
    // The limit has recovered, and a new spell begins.
    await passMinutes(4)
    await noteBudgets(db, [{ ...full, remaining: 0 }])
    expect(await decideWatched(db)).toBe(0)
    for (let minute = 0; minute < 10; minute += 1) {
      await passMinutes(1)
      await noteBudgets(db, [{ ...full, remaining: 0 }])
    }
    expect([await decideWatched(db), await decideWatched(db)]).toEqual([1, 0])
  })

  it('previews whether there is trouble now, and refuses actions that need an inspection', async () => {
    const ask = { trigger: trouble('sync'), actions: [notify()] }
    expect(await previewRule(admin, ask, db)).toMatchObject({ total: 0, items: [] })
    await succeeded(11)
    expect(await previewRule(admin, ask, db)).toMatchObject({ total: 1, items: [{ subject: 'system', id: 'sync' }] })
    const actions = [{ kind: 'follow-up' as const, assigneeId: null, dueDays: null, note: '' }]
    await expect(
      createRule(admin, newRule.parse({ name: 'No', trigger: trouble('sync'), actions }), db),
    ).rejects.toMatchObject({ code: 'invalid' })
  })
})

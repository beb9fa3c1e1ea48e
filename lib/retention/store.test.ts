import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainQueued } from '@/lib/activity/chain/chain-store'
import { verifyLog } from '@/lib/activity/chain/verify'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { applyRetention } from './store'

const start = Date.parse('2026-01-01T00:00:00Z')
const day = 86_400_000
const rules = { importedCellsDays: 90, addressesDays: 180 }

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await db.query(
    `insert into user_jobs (job_id, attempt_id, kind, way, owner_name, owner_email, source_name, header, finished_at)
     select gen_random_uuid(), gen_random_uuid(), 'run', 'job', 'Ann', 'ann@x.example', name, '["Email"]', at
     from (values ('ended.csv', $1::timestamptz), ('open.csv', null)) jobs (name, at)`,
    [new Date(start).toISOString()],
  )
  await db.query(
    `insert into user_job_rows (job_id, position, part, line, username, asked, had_password, cells, state, faults)
     select job_id, position, 0, position + 1, name, json_build_object('username', name, 'sites', '["Oslo"]'::json), false,
       json_build_array(name), state, '[{"reason":"R","level":"error","field":null,"value":"bo@x.example","message":"bo","choices":[]}]'
     from user_jobs cross join (values (0, 'al@x.example', 'ok'), (1, 'bo@x.example', 'failed')) rows (position, name, state)`,
  )
  await db.query(
    `insert into activity (at, actor_id, actor_name, actor_email, action, object_kind, object_name, outcome, address)
     values ($1, null, 'typed@x.example', 'typed@x.example', 'session.sign-in', 'session', '', 'failed', '10.0.0.1'),
            ($1, null, 'Ann', 'ann@x.example', 'session.sign-in', 'session', '', 'done', '10.0.0.2')`,
    [new Date(start).toISOString()],
  )
  await chainQueued(db)
})
afterAll(() => db.close())

const readRows = async () =>
  (
    await db.query(
      `select source_name as source, state, username, asked, cells, faults->0->>'value' as fault
       from user_job_rows join user_jobs using (job_id) order by source_name, position`,
    )
  ).rows
const readLog = async () =>
  (await db.query('select actor_email as actor, outcome, address from activity order by outcome')).rows

describe('retention', () => {
  it('removes nothing before its time has come', async () => {
    const before = [await readRows(), await readLog()]
    expect(await applyRetention(db, rules, start + 89 * day)).toMatchObject({ imports: 0, entries: 0 })
    expect([await readRows(), await readLog()]).toEqual(before)
  })

  it('removes the cells of finished imports after 90 days, and keeps counts, names and sites of imported users', async () => {
    expect(await applyRetention(db, rules, start + 91 * day)).toMatchObject({ imports: 1, entries: 0 })
    const asked = { username: 'al@x.example', sites: ['Oslo'] }
    expect(await readRows()).toMatchObject([
      { source: 'ended.csv', state: 'ok', username: 'al@x.example', asked, cells: [], fault: null },
      { source: 'ended.csv', state: 'failed', username: '', asked: { username: '' }, cells: [], fault: null },
      { source: 'open.csv', state: 'ok', cells: ['al@x.example'] },
      { source: 'open.csv', state: 'failed', username: 'bo@x.example', fault: 'bo@x.example' },
    ])
    expect(await applyRetention(db, rules, start + 92 * day)).toMatchObject({ imports: 0, entries: 0 })
  })

  it('removes network addresses and typed names after 180 days, and keeps the entries and a valid chain', async () => {
    expect(await applyRetention(db, rules, start + 181 * day)).toMatchObject({ imports: 0, entries: 2 })
    expect(await readLog()).toEqual([
      { actor: 'ann@x.example', outcome: 'done', address: null },
      { actor: '–', outcome: 'failed', address: null },
    ])
    expect(await verifyLog(db)).toMatchObject({ findings: [], waiting: 0 })
    expect(await applyRetention(db, rules, start + 400 * day)).toMatchObject({ imports: 0, entries: 0 })
  })
})

describe('retention of acts of rules', () => {
  it('removes acts and their proposals after a year, and keeps waiting acts and open proposals', async () => {
    const ruleId = '00000000-0000-4000-8000-000000000001'
    const found = new Date(start).toISOString()
    await db.query(
      `insert into rules (rule_id, name, trigger, actions, acts_max, created_by_name) values ($1, 'Broken', '{}', '[]', 1, 'Ann')`,
      [ruleId],
    )
    await db.query(
      `insert into rule_hits (rule_id, audit_id, version, found_at, state)
       select $1, name, $2::timestamptz, $2::timestamptz + age, state
       from (values ('done', 'done', interval '0'), ('skipped', 'skipped', '0'), ('waiting', 'waiting', '0'),
         ('decided', 'done', '0'), ('open', 'done', '0'), ('younger', 'done', '2 days')) as hits (name, state, age)`,
      [ruleId, found],
    )
    await db.query(
      `insert into rule_statuses (hit_id, asset_id, asset_name, after, state)
       select hit_id, 'asset_1', 'FL-1', '{}', case audit_id when 'open' then 'open' else 'dismissed' end
       from rule_hits where audit_id in ('decided', 'open')`,
    )
    const left = async () =>
      (await db.query<{ id: string }>('select audit_id as id from rule_hits order by audit_id')).rows.map(
        ({ id }) => id,
      )
    expect(await applyRetention(db, rules, start + 364 * day)).toMatchObject({ hits: 0 })
    expect(await applyRetention(db, rules, start + 366 * day)).toMatchObject({ hits: 3 })
    expect(await left()).toEqual(['open', 'waiting', 'younger'])
    expect((await db.query('select state from rule_statuses')).rows).toEqual([{ state: 'open' }])
    await db.query(`update rule_statuses set state = 'set'`)
    expect(await applyRetention(db, rules, start + 368 * day)).toMatchObject({ hits: 2 })
    expect(await left()).toEqual(['waiting'])
  })
})

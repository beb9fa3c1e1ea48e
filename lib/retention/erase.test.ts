import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainQueued } from '@/lib/activity/chain/chain-store'
import { verifyLog } from '@/lib/activity/chain/verify'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { serverText } from '@/lib/server-text'
import { erasePerson } from './erase-mutations'
import { forgetUnusedNames } from './store'

const email = 'ann+x@example.org'
const name = 'Ann "Q." O\u2019Neil (x)'
const annId = '11111111-1111-4111-8111-111111111111'
const boId = '22222222-2222-4222-8222-222222222222'
const actor = { userId: null, name: 'Command line', email: '' }
const ways = { isPasswordSignInOn: true, issuer: null }
const sessions = { revokeUser: () => Promise.resolve(0), forgetUser: () => {} }

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  const insert = (text: string, ...values: unknown[]) => db.query(text, values)
  await insert(
    `insert into users (user_id, email, name, role, password_hash) values ($1, $2, $3, 'admin', 'x'), ($4, 'bo@example.org', 'Bo', 'admin', 'x')`,
    annId,
    'Ann+X@example.org',
    name,
    boId,
  )
  await insert(
    `insert into activity (actor_id, actor_name, actor_email, action, object_kind, object_id, object_name, outcome, address, before, after)
     values ($1, $2, $3, 'review.set', 'inspection', 'audit_1', 'Round 7', 'done', '10.0.0.1', null, '{"note": "fixed"}'),
            ($4, 'Bo', 'bo@example.org', 'account.change-role', 'account', $1::text, $2, 'done', null, json_build_object('name', $2::text), '{"role": "admin"}'),
            ($4, 'Bo', 'bo@example.org', 'export.users', 'users', null, 'Users', 'done', null, null, json_build_object('email', upper($3::text), 'note', 'joann+x@example.org, ann+x@example.org.uk')),
            (null, $3, $3, 'session.sign-in', 'session', null, '', 'failed', '10.0.0.2', null, null)`,
    annId,
    name,
    email,
    boId,
  )
  await insert(
    `insert into user_jobs (job_id, attempt_id, kind, way, owner_id, owner_name, owner_email, source_name, header)
     values ($1, gen_random_uuid(), 'run', 'job', $1, $2, $3, 'users.csv', '["Email"]')`,
    annId,
    name,
    email,
  )
  await insert(
    `insert into user_job_rows (job_id, position, part, line, username, asked, had_password, cells, state, faults)
     select $1, n, 0, n + 1, mail, json_build_object('username', mail), false, json_build_array(mail), 'ok',
       json_build_array(json_build_object('reason', 'R', 'level', 'error', 'field', null, 'value', mail, 'message', mail, 'choices', '[]'::json))
     from (values (0, 'ANN+X@example.org'), (1, 'al@example.org')) rows (n, mail)`,
    annId,
  )
  await insert(
    `insert into inspections (audit_id, modified_at, author_name) values ('audit_1', now(), $1), ('audit_2', now(), 'Bo')`,
    name,
  )
  await insert(
    `insert into review_comments (comment_id, audit_id, author_id, author_name, body, mentions)
     values (gen_random_uuid(), 'audit_1', $1, $2, 'The gate is fixed', '{}'),
            (gen_random_uuid(), 'audit_1', $3, 'Bo', 'Thanks, ' || $2, array[$1]::uuid[])`,
    annId,
    name,
    boId,
  )
  await insert(`insert into connection_check (result) values (json_build_object('askedBy', $1::text))`, name)
  await insert(
    `insert into rules (rule_id, name, trigger, actions, acts_max, created_by_name) values ($1, 'Forks', '{}', '[]', 10, $2)`,
    annId,
    name,
  )
  await insert(`insert into rule_hits (hit_id, rule_id, audit_id, version) values ($1, $1, 'audit_1', now())`, annId)
  await insert(
    `insert into rule_statuses (hit_id, asset_id, asset_name, after, state, decided_by_name)
     values ($1, 'asset', 'FLT-1', '{}', 'dismissed', $2)`,
    annId,
    name,
  )
  await insert(
    `insert into notices (user_id, kind, cause, text, detail) values ($1, 'mention', 'a', $2, $3), ($1, 'due', 'b', 'Due', null)`,
    boId,
    serverText('inbox.notices.mention', { name, title: 'Round 7' }),
    `Ask ${email}`,
  )
  await insert(
    `insert into saved_views (owner_id, name, name_key, query) values ($1, 'Mine', 'mine', 'result=failed')`,
    annId,
  )
  await insert(
    `insert into invitations (email, name, role, token_hash, invited_by_name, expires_at) values ($1, $2, 'viewer', 'x', 'Bo', now())`,
    email,
    name,
  )
  await chainQueued(db)
})
afterAll(() => db.close())

/** Every row of every table that contains one of these texts, regardless of case. */
async function findTexts(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name: table } of tables) {
    const { rows } = await db.query<{ row: string }>(
      `select to_json(t)::text as row from "${table}" t where exists (
         select from unnest($1::text[]) wanted where position(lower(wanted) in lower(to_json(t)::text)) > 0)`,
      [texts],
    )
    found.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  return found
}

describe('erasing a person', () => {
  it('removes them from every table, and reports records that must be kept', async () => {
    const texts = [email, JSON.stringify(name).slice(1, -1)]
    expect((await findTexts(texts)).length).toBeGreaterThan(8)
    const account = { userId: annId, name }
    const { removed, kept } = await erasePerson(
      actor,
      { email, account },
      { db, sessions, ways, secret: 's'.repeat(32) },
    )
    expect(removed).toEqual({ entries: 4, importRows: 1, names: 6, notices: 1 })
    expect(kept).toEqual({ listed: 0, inspections: 1, texts: 1 })
    const left = await findTexts(texts)
    expect(new Set(left.map((row) => row.split(' ')[0]))).toEqual(
      new Set(['activity', 'inspection_names', 'inspections', 'review_comments']),
    )
    // When the inspection, which belongs to the service, names another author, the name by which lists are sorted is
    // removed too.
    await db.query(`update inspections set author_name = 'Cy' where audit_id = 'audit_1'`)
    expect(await db.transaction(forgetUnusedNames)).toBe(1)
    expect((await findTexts(texts)).filter((row) => row.startsWith('inspection'))).toEqual([])
    expect(left.join()).toContain('Thanks, Ann')
    // Only longer addresses that contain the address of the person are left.
    expect(left.filter((row) => row.startsWith('activity '))).toHaveLength(1)
  })

  it('keeps records of what they did, and data of other people', async () => {
    const { rows: log } = await db.query(
      `select actor_name as actor, action, object_name as object, address, before, after from activity order by action`,
    )
    expect(log).toMatchObject([
      { actor: 'Bo', action: 'account.change-role', object: '–', before: { name: '–' }, after: { role: 'admin' } },
      { actor: 'Command line', action: 'account.erase', object: '–', after: { entries: 4 } },
      {
        actor: 'Bo',
        action: 'export.users',
        object: 'Users',
        after: { email: '–', note: 'joann+x@example.org, ann+x@example.org.uk' },
      },
      { actor: '–', action: 'review.set', object: 'Round 7', address: null, after: { note: 'fixed' } },
      { actor: '–', action: 'session.sign-in', address: null },
    ])
    const { rows: imported } = await db.query('select username, state, cells from user_job_rows order by position')
    expect(imported).toEqual([
      { username: '', state: 'ok', cells: [] },
      { username: 'al@example.org', state: 'ok', cells: ['al@example.org'] },
    ])
    expect((await db.query('select body, mentions from review_comments order by body')).rows).toEqual([
      { body: 'Thanks, Ann "Q." O\u2019Neil (x)', mentions: [] },
      { body: 'The gate is fixed', mentions: [] },
    ])
  })

  it('leaves a log that still verifies', async () => {
    await chainQueued(db)
    expect(await verifyLog(db)).toMatchObject({ findings: [] })
  })

  it('is refused for the last admin, and then changes nothing', async () => {
    const before = await findTexts(['bo@example.org'])
    const account = { userId: boId, name: 'Bo' }
    await expect(
      erasePerson(actor, { email: 'bo@example.org', account }, { db, sessions, ways, secret: null }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await findTexts(['bo@example.org'])).toEqual(before)
  })
})

it('looks for each unused name in an index, because nothing else can write inspections while it looks', async () => {
  await using many = await openTestDatabase()
  await many.query(
    `insert into inspections (audit_id, modified_at, author_name, site_name)
     select 'audit_' || n, now(), 'Author ' || n % 100, 'Site ' || n % 100 from generate_series(1, 20_000) as n`,
  )
  await many.query('vacuum analyze inspections, inspection_names')
  const plan: string[] = []
  await many.transaction((tx) =>
    forgetUnusedNames({
      query: async <Row>(text: string) => {
        if (text.startsWith('delete')) {
          const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`)
          plan.push(...rows.map((row) => row['QUERY PLAN'].trim()))
        }
        return tx.query<Row>(text)
      },
    }),
  )
  expect(plan.filter((line) => line.startsWith('Index Cond'))).toEqual([
    expect.stringContaining('author_name = '),
    expect.stringContaining('site_name = '),
  ])
})

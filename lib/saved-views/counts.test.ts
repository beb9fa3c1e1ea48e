import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { countViews } from './counts'
import { createView } from './mutations'

let db: TestDatabase
let actor: Actor

const make = (name: string, query: string) => createView(actor, { name, query, isShared: false }, db)

beforeAll(async () => {
  db = await openTestDatabase()
  const { rows } = await db.query<{ user_id: string }>(
    `insert into users (email, name, role, password_hash) values ('a@example.com', 'Ada', 'editor', 'x') returning user_id`,
  )
  actor = { userId: rows[0]?.user_id ?? '', email: 'a@example.com', name: 'Ada', role: 'editor' }
  const add = (id: string, failed: number | null, completed: string | null, missing: string | null = null) =>
    db.query(
      `insert into inspections (audit_id, modified_at, hydrated_modified_at, failed_count, date_completed, missing_at)
       values ($1, '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z', $2, $3, $4)`,
      [id, failed, completed, missing],
    )
  await add('a', 2, '2026-11-20T10:00:00Z')
  // Within the last seven days in UTC. In New York, it is the evening of the previous day, which is too early.
  await add('b', 1, '2026-11-13T02:00:00Z')
  await add('c', 0, '2026-11-20T10:00:00Z')
  await add('d', null, null)
  // "In progress" does not count it, like Overview.
  await add('archived', null, null)
  await db.query(`update inspections set archived = true where audit_id = 'archived'`)
  await add('gone', 1, '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z')
})
afterAll(() => db.close())

it('counts the inspections of each view, with days in the person’s time zone unless the view names one', async () => {
  const nowMs = Date.parse('2026-11-20T12:00:00Z')
  const inTokyo = await make('Tokyo', 'result=failed&completedAt=now-7d/d..now&tz=UTC')
  const broken = await make('Broken', 'score=lots')
  const columnsOnly = await make('Columns', 'columns=title&rows=compact&later=1')
  const count = async (zone: string) => {
    const keys = ['all', 'failed-week', 'in-progress', inTokyo.viewId, broken.viewId, columnsOnly.viewId, 'gone']
    const { counts } = await countViews(actor, { list: 'inspections', keys, zone }, { db, nowMs })
    return counts.map(({ total }) => total)
  }
  expect(await count('UTC')).toEqual([5, 2, 1, 2, null, 5])
  expect(await count('America/New_York')).toEqual([5, 1, 1, 2, null, 5])
})

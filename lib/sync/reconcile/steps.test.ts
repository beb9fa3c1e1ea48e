import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { markNext } from './steps'
import { readRunningRun, startRun } from './store'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

it('marking missing rows locks them in the order of ids that every writer uses', async () => {
  const ids = ['audit_a', 'audit_b', 'audit_c']
  // Inserted in reverse, so that the order of the tables differs from that of the ids.
  for (const id of ids.toReversed())
    await db.query(`insert into inspections (audit_id, modified_at) values ($1, '2026-11-20T00:00:00Z')`, [id])
  await db.query(
    `insert into sync_state (name, passes) values ('inspections', 1) on conflict (name) do update set passes = 1`,
  )
  await startRun(db, 'person')
  for (const id of ids.toReversed())
    await db.query(
      `insert into reconcile_absent (audit_id, modified_at, state, reason)
       values ($1, '2026-11-20T00:00:00Z', 'confirmed', 'removed')`,
      [id],
    )
  await db.query(`update reconcile_runs set phase = 'mark', position = null`)
  const run = await readRunningRun(db)
  if (run === null) throw new Error('it was started')
  let marking: Promise<boolean> = Promise.resolve(false)
  await db.transaction(async (tx) => {
    await tx.query(`update inspections set last_seen_at = now() where audit_id = 'audit_a'`)
    marking = markNext(db, run)
    await expect
      .poll(async () => {
        const { rows } = await db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows
      })
      .toHaveLength(1)
    // While a writer waits for the first row, it holds no row that the owner of the first may need next.
    for (const id of ids.slice(1))
      await tx.query('select from inspections where audit_id = $1 for no key update nowait', [id])
  })
  expect(await marking).toBe(true)
  const { rows } = await db.query(`select from inspections where missing_at is not null`)
  expect(rows).toHaveLength(3)
})

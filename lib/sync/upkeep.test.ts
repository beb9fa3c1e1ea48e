import { expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import { cleanAfterImport } from './upkeep'

it('cleanAfterImport vacuums and analyzes a table once after enough of its rows have changed', async () => {
  await using db = await openTestDatabase()
  await db.query(`alter table inspections set (autovacuum_enabled = false)`)
  const flush = () => db.query('select pg_stat_force_next_flush()')
  const read = async () => {
    const { rows } = await db.query<{ vacuumed: number; analyzed: number; rows: number }>(
      `select vacuum_count as vacuumed, analyze_count as analyzed, reltuples as rows
       from pg_stat_user_tables join pg_class on pg_class.oid = relid where pg_class.relname = 'inspections'`,
    )
    return rows[0]
  }
  await db.query(
    `insert into inspections (audit_id, modified_at)
     select 'audit_' || n, timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, 3_000) as n`,
  )
  await flush()
  expect(await cleanAfterImport(db)).toEqual([])
  expect(await cleanAfterImport(db, 2_000)).toEqual(['inspections'])
  await flush()
  expect(await read()).toEqual({ vacuumed: 1, analyzed: 1, rows: 3_000 })
  expect(await cleanAfterImport(db, 2_000)).toEqual([])
})

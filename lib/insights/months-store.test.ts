import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { countMonths, countQuietMonths, listDueMonths } from './months-store'
import { completedMs, makeVersion, nowMs, storeVersions } from './testing'
import { readTrendInsight } from './trend-data'

const month = '2026-10-01'

const readTotal = async (db: Database) =>
  (await readTrendInsight({ completedAt: ['2026-10-01..2026-10-31'], compare: 'none' }, { db, nowMs })).now.completed

const readMonths = async (db: Database) =>
  (await db.query<{ month: string }>('select month::text from insight_months order by 1')).rows.map((row) => row.month)

describe('counted months', () => {
  it('exclude a month that an uncommitted transaction has changed while it was counted', async () => {
    await using db = await openTestDatabase()
    expect(new Date(completedMs(makeVersion(1)) ?? 0).toISOString()).toContain('2026-10-')
    await storeVersions(db, [makeVersion(1), makeVersion(2)])
    await db.transaction(async (tx) => {
      await tx.query(`update inspections set missing_at = now() where audit_id = 'audit_0002'`)
      await countMonths(db, nowMs)
      expect(await readMonths(db)).toEqual([month])
    })
    expect(await readTotal(db)).toBe(1)
    expect(await listDueMonths(db, nowMs)).toEqual([{ month, changes: 1 }])
    await countMonths(db, nowMs)
    expect(await listDueMonths(db, nowMs)).toEqual([])
  })

  it('are counted once they did not change between two turns, and again only after changes', async () => {
    await using db = await openTestDatabase()
    await storeVersions(db, [makeVersion(1)])
    let seen = await countQuietMonths(db, nowMs, new Map())
    await storeVersions(db, [makeVersion(2)])
    seen = await countQuietMonths(db, nowMs, seen)
    expect(await readMonths(db)).toEqual([])
    seen = await countQuietMonths(db, nowMs, seen)
    expect(await readMonths(db)).toEqual([month])
    const readCounted = async () => (await db.query('select counted_at from insight_months')).rows
    const counted = await readCounted()
    await db.query(`update inspections set review_state = 'reviewed'`)
    seen = await countQuietMonths(db, nowMs, seen)
    await countQuietMonths(db, nowMs, seen)
    expect(await readCounted()).toEqual(counted)
  })

  it('keep no notes of changes in the current month', async () => {
    await using db = await openTestDatabase()
    await storeVersions(db, [{ ...makeVersion(1), completedHours: 1 }])
    await countQuietMonths(db, nowMs, new Map())
    expect((await db.query('select from insight_changes')).rows).toEqual([])
  })
})

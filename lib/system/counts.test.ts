import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { countFailures, countStates, listDays } from './counts'
import { overview } from './schema'

const now = new Date('2026-11-20T23:30:00.000Z')

async function add(
  db: Database,
  id: string,
  row: { completed?: string; failed?: number; archived?: boolean; hydrated?: boolean; modified?: string },
): Promise<void> {
  const modified = row.modified ?? '2026-11-20T12:00:00Z'
  await db.query(
    `insert into inspections (audit_id, modified_at, hydrated_modified_at, date_completed, failed_count, archived)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      modified,
      row.hydrated === false ? null : modified,
      row.completed ?? null,
      row.failed ?? null,
      row.archived ?? false,
    ],
  )
}

describe('the numbers of the overview', () => {
  it('count days in UTC, with days that have none, whatever the time zone of the session', async () => {
    await using db = await openTestDatabase()
    await add(db, 'a', { completed: '2026-11-20T00:00:00.000Z', failed: 2 })
    await add(db, 'b', { completed: '2026-11-20T23:59:59.999Z', failed: 0 })
    await add(db, 'c', { completed: '2026-11-19T23:59:59.999Z', failed: 1 })
    await add(db, 'd', { completed: '2026-10-22T00:00:00.000Z', failed: 0 })
    await add(db, 'e', { completed: '2026-10-21T23:59:59.999Z', failed: 9 })
    await add(db, 'f', { completed: '2026-11-21T00:00:00.000Z', failed: 9 })
    const inTokyo = await db.transaction(async (tx) => {
      await tx.query(`set local timezone = 'Asia/Tokyo'`)
      return listDays(tx, now)
    })
    for (const days of [await listDays(db, now), inTokyo]) {
      expect(days).toHaveLength(30)
      expect(days[0]).toEqual({ day: '2026-10-22', completed: 1, withFailures: 0 })
      expect(days[1]).toEqual({ day: '2026-10-23', completed: 0, withFailures: 0 })
      expect(days[28]).toEqual({ day: '2026-11-19', completed: 1, withFailures: 1 })
      expect(days[29]).toEqual({ day: '2026-11-20', completed: 2, withFailures: 1 })
      expect(overview.shape.days.parse(days)).toEqual(days)
    }
  })

  it('count the last 7 days up to now, and list the newest failures', async () => {
    await using db = await openTestDatabase()
    await add(db, 'a', { completed: '2026-11-20T23:30:00.000Z', failed: 1, modified: '2026-11-20T01:00:00Z' })
    await add(db, 'b', { completed: '2026-11-13T23:30:00.001Z', failed: 0 })
    await add(db, 'c', { completed: '2026-11-13T23:30:00.000Z', failed: 3, modified: '2026-11-20T02:00:00Z' })
    await add(db, 'd', { completed: '2026-11-21T00:00:00.000Z', failed: 0 })
    const week = await countFailures(db, now)
    expect(week).toMatchObject({ completed: 2, withFailures: 1 })
    expect(week.recent.map((row) => row.auditId)).toEqual(['c', 'a'])
    expect(overview.shape.recentFailures.parse(week.recent)).toEqual(week.recent)
  })

  it('count as in progress what was read, is not completed and not archived', async () => {
    await using db = await openTestDatabase()
    await add(db, 'a', {})
    await add(db, 'b', { archived: true })
    await add(db, 'c', { completed: '2026-11-01T00:00:00Z' })
    await add(db, 'd', { hydrated: false })
    expect(await countStates(db)).toEqual({ total: 4, hydrated: 3, inProgress: 1 })
  })
})

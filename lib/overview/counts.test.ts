import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database, Queryable } from '@/lib/db/types'
import { countInspections } from '@/lib/inspections/data'
import { readViewParams } from '@/lib/saved-views/model'
import { overviewLinks } from '@/components/overview/links'
import { countStates, listFailures } from './counts'
import { overview } from './schema'

const now = new Date('2026-11-20T23:30:00.000Z')

async function add(
  db: Database,
  id: string,
  row: {
    completed?: string
    failed?: number
    archived?: boolean
    hydrated?: boolean
    modified?: string
    missing?: boolean
  },
): Promise<void> {
  const modified = row.modified ?? '2026-11-20T12:00:00Z'
  await db.query(
    `insert into inspections (audit_id, modified_at, hydrated_modified_at, date_completed, failed_count, archived, missing_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      modified,
      row.hydrated === false ? null : modified,
      row.completed ?? null,
      row.failed ?? null,
      row.archived ?? false,
      row.missing === true ? modified : null,
    ],
  )
}

afterEach(() => vi.useRealTimers())

describe('the numbers of the overview', () => {
  it('include the newest completed inspections with failures', async () => {
    await using db = await openTestDatabase()
    await add(db, 'a', { completed: '2026-11-20T23:29:59.999Z', failed: 1, modified: '2026-11-20T01:00:00Z' })
    await add(db, 'b', { completed: '2026-11-13T23:30:00.000Z', failed: 0 })
    await add(db, 'c', { completed: '2026-11-13T23:29:59.999Z', failed: 3, modified: '2026-11-20T02:00:00Z' })
    await add(db, 'e', { completed: '2026-11-20T23:30:00.000Z', failed: 0 })
    await add(db, 'gone', { completed: '2026-11-20T12:00:00.000Z', failed: 9, missing: true })
    // This inspection is not completed, so its failures may still be corrected.
    await add(db, 'open', { failed: 2 })
    await add(db, 'd', { completed: '2026-11-21T00:00:00.000Z', failed: 0 })
    const recent = await listFailures(db)
    expect(recent.map((row) => row.auditId)).toEqual(['c', 'a'])
    expect(overview.shape.recentFailures.parse(recent)).toEqual(recent)
  })

  it('count inspections as in progress that are loaded, not completed and not archived', async () => {
    await using db = await openTestDatabase()
    await add(db, 'a', {})
    await add(db, 'b', { archived: true })
    await add(db, 'c', { completed: '2026-11-01T00:00:00Z' })
    await add(db, 'd', { hydrated: false })
    await add(db, 'gone', { missing: true })
    expect(await countStates(db)).toEqual({ total: 4, hydrated: 3, inProgress: 1 })
  })

  it('equal the counts of the lists that they link to', async () => {
    await using db = await openTestDatabase()
    const seed = 20_261_120
    for (let number = 0; number < 120; number += 1) {
      const spread = (number * seed) % 97
      const at = new Date(now.getTime() + 3_600_000 * 12 - spread * 3 * 3_600_000).toISOString()
      await add(db, `audit_${number}`, {
        ...(spread % 5 > 0 ? { completed: at } : {}),
        failed: spread % 3,
        archived: spread % 7 === 0,
        hydrated: spread % 11 > 0,
        missing: spread % 13 === 0,
        modified: at,
      })
    }
    const states = await countStates(db)
    const count = async (href: string) => {
      const params = readViewParams(href.slice(href.indexOf('?') + 1))
      return (await countInspections(params, { db, nowMs: now.getTime() })).total
    }
    expect(await count(overviewLinks.all)).toBe(states.total)
    expect(await count(overviewLinks.inProgress)).toBe(states.inProgress)
  })

  it('are counted once for simultaneous requests, and again after a failure', async () => {
    await using db = await openTestDatabase()
    let asked = 0
    let fails = true
    const counting: Queryable = {
      query: (text, values) => {
        asked += 1
        return fails ? Promise.reject(new Error('away')) : db.query(text, values)
      },
    }
    await expect(countStates(counting)).rejects.toThrow('away')
    fails = false
    await Promise.all(Array.from({ length: 20 }, () => countStates(counting)))
    expect(asked).toBe(2)
  })

  it('are counted again after a while, even when the clock was set back', async () => {
    await using db = await openTestDatabase()
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    expect((await countStates(db)).total).toBe(0)
    await add(db, 'a', {})
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(60_000)
    expect((await countStates(db)).total).toBe(1)
  })
})

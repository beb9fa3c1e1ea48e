import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { publishEvents } from './publish'
import { hasChangedSince } from './source'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => db.query('truncate events'))
afterAll(() => db.close())

const hasChanged = (ageMs: number) => hasChangedSince(db, ['inspections', 'reviews'], ageMs)

describe('published changes', () => {
  it('are found by kind and age, and a reset counts as every kind', async () => {
    expect(await hasChanged(60_000)).toBe(false)
    await publishEvents(db, [{ kind: 'assets', ids: ['one'] }, { kind: 'system' }])
    expect(await hasChanged(60_000)).toBe(false)
    for (const kind of ['inspections', 'reviews', 'reset'] as const) {
      await db.query('truncate events')
      await publishEvents(db, [{ kind }])
      expect([kind, await hasChanged(0)]).toEqual([kind, true])
      await db.query(`update events set at = at - interval '10 seconds'`)
      expect([kind, await hasChanged(5_000), await hasChanged(10_000)]).toEqual([kind, false, true])
    }
  })
})

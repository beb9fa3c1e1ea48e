import { describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { Queryable } from '@/lib/db/types'
import { createLeases, type Lease, type TakeRule } from './leases'

const at = (seconds: number) => new Date(Date.parse('2026-06-01T00:00:00Z') + seconds * 1_000)

const leases = createLeases({
  work: 'test_work',
  jobs: 'test_jobs',
  key: ['job_id', 'place'],
  fence: { column: 'tries', type: 'int' },
  open: `w.state = 'open'`,
  held: `w.state = 'open'`,
})
const rule: TakeRule = {
  where: 'true',
  order: 'w.place',
  columns: 'w.job_id as "jobId", w.place, w.tries as fence',
}
const readRule: TakeRule = { ...rule, keepsFence: true }

async function openWork(count: number): Promise<TestDatabase> {
  const db = await openTestDatabase()
  await db.query('create table test_jobs (job_id uuid primary key default gen_random_uuid())')
  await db.query(
    `create table test_work (job_id uuid, place int, state text default 'open', tries int default 0, next_at timestamptz)`,
  )
  await db.query(
    `with job as (insert into test_jobs default values returning job_id)
     insert into test_work (job_id, place, next_at)
     select job_id, place, $2 from job, generate_series(0, $1 - 1) as place`,
    [count, at(0)],
  )
  return db
}

const take = (db: Queryable, seconds: number, limit = 10, by = rule) =>
  leases.take<Lease>(db, by, { now: at(seconds), until: at(seconds + 15), limit })

async function takeOne(db: Queryable, seconds: number): Promise<Lease> {
  const [lease] = await take(db, seconds, 1)
  if (lease === undefined) throw new Error('nothing was due')
  return lease
}

describe('leases', () => {
  it('give a row to one worker, and a worker that takes rows at the same time gets others without waiting', async () => {
    await using db = await openWork(5)
    const [mine, theirs] = await db.transaction(async (tx) => [await take(tx, 0, 3), await take(db, 0, 3)] as const)
    expect(mine.map(({ place }) => place).toSorted((one, other) => one - other)).toEqual([0, 1, 2])
    expect(theirs.map(({ place }) => place).toSorted((one, other) => one - other)).toEqual([3, 4])
    expect(await take(db, 14)).toEqual([])
    expect(await leases.nextDue(db)).toEqual(at(15))
  })

  it('can be taken over once they have ended, and the former holder can no longer write', async () => {
    await using db = await openWork(1)
    const former = await takeOne(db, 0)
    const current = await takeOne(db, 15)
    expect(await leases.confirm(db, former)).toBe(false)
    await leases.renew(db, [former], at(100))
    await leases.release(db, former, at(200))
    expect(await leases.nextDue(db)).toEqual(at(30))
    expect(await leases.confirm(db, current)).toBe(true)
  })

  it('stay with a holder that renews them, and are due again when the holder releases them', async () => {
    await using db = await openWork(1)
    const lease = await takeOne(db, 0)
    await leases.renew(db, [lease], at(60))
    expect(await take(db, 59)).toEqual([])
    await leases.release(db, lease, at(20))
    expect(await takeOne(db, 20)).toMatchObject({ fence: 2 })
  })

  it('of work that is no longer held are not renewed', async () => {
    await using db = await openWork(1)
    const lease = await takeOne(db, 0)
    await db.query(`update test_work set state = 'done', next_at = null`)
    await leases.renew(db, [lease], at(60))
    expect((await db.query('select next_at from test_work')).rows).toEqual([{ next_at: null }])
    expect(await leases.confirm(db, lease)).toBe(false)
    expect(await leases.nextDue(db)).toBeNull()
  })

  it('for reading share the fence', async () => {
    await using db = await openWork(1)
    expect(await take(db, 0, 1, readRule)).toMatchObject([{ fence: 0 }])
    expect(await take(db, 15, 1, readRule)).toMatchObject([{ fence: 0 }])
  })
})

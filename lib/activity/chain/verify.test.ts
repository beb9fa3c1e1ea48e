import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { Queryable } from '@/lib/db/types'
import { runs } from '@/lib/testing/random-runs'
import { chainQueued, readChainHead, redactEntries, type ChainHead } from './chain-store'
import { beginActivity, finishActivity, recordActivity } from '@/lib/activity/journal'
import { verifyLog } from './verify'

const ann = { userId: null, name: 'Ann', email: 'ann@x.example' }
const act = (nth: number) => ({
  action: 'status-group.update',
  objectKind: 'status-group',
  objectId: `group-${nth}`,
  objectName: `Group ${nth}`,
  before: { name: 'before', nth },
  related: [`inspection/audit_${nth}`],
})
const entries = 30

let db: TestDatabase
let head: ChainHead
beforeAll(async () => {
  db = await openTestDatabase()
  for (let nth = 0; nth < entries; nth += 1)
    if (nth % 3 === 0) await recordActivity(db, ann, act(nth))
    else {
      const id = await beginActivity(db, ann, act(nth))
      if (nth % 3 === 1) await finishActivity(db, id, { outcome: 'done', after: { name: 'after' } })
    }
  while ((await chainQueued(db)) > 0) {
    // Repeats until every entry is in the chain.
  }
  head = await readChainHead(db)
})
afterAll(() => db.close())

/** Thrown to roll back a transaction. */
class Undo extends Error {}

/** Runs `work` like a superuser without triggers, verifies the log, and rolls everything back. */
async function manipulate(work: (tx: Queryable) => Promise<void>): Promise<string[]> {
  let kinds: string[] = []
  await db
    .transaction(async (tx) => {
      await tx.query(`set local session_replication_role = replica`)
      await work(tx)
      const inside = { ...db, transaction: (verify: (one: Queryable) => Promise<unknown>) => verify(tx) } as typeof db
      kinds = (await verifyLog(inside, head)).findings.map(({ kind }) => kind)
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return kinds
}

/** SQL that selects the nth entry, or the nth link of the chain. */
const entry = (nth: number) => `(select activity_id from activity order by at, activity_id offset ${nth} limit 1)`
const pick = fc.nat({ max: entries - 1 })
const column = fc.constantFrom(
  `actor_name = 'Eve'`,
  `actor_email = 'eve@x.example'`,
  `action = 'status-group.delete'`,
  `object_kind = 'asset'`,
  `at = at + interval '1 microsecond'`,
  `address = '10.0.0.1'`,
  `before = '{"name":"other"}'`,
  `request_id = 'other'`,
  `change_id = gen_random_uuid()`,
)
const endColumn = fc.constantFrom(
  `object_name = 'Other'`,
  `after = '{"name":"other"}'`,
  `related = null`,
  `outcome_note = 'other'`,
  `outcome = 'failed'`,
  `object_id = 'other'`,
)

const manipulation: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(pick, column).map(([nth, set]) => `update activity set ${set} where activity_id = ${entry(nth)}`),
  fc
    .tuple(pick, endColumn)
    .map(([nth, set]) => `update activity set ${set} where activity_id = ${entry(nth - (nth % 3))}`),
  pick.map((nth) => `delete from activity where activity_id = ${entry(nth)}`),
  pick.map(
    (nth) => `with gone as (delete from activity where activity_id = ${entry(nth)} returning activity_id)
      delete from activity_chain using gone where activity_chain.activity_id = gone.activity_id`,
  ),
  fc.constant(
    `insert into activity (actor_name, actor_email, action, object_kind, object_name, outcome)
     values ('Eve', 'eve@x.example', 'status-group.delete', 'status-group', 'Group', 'done')`,
  ),
  fc
    .tuple(
      pick,
      pick.filter((nth) => nth > 0),
    )
    .map(
      ([nth, step]) => `update activity set at = case activity_id when one.id then other.at else one.at end
      from (select ${entry(nth)} as id, (select at from activity where activity_id = ${entry(nth)}) as at) one,
           (select ${entry((nth + step) % entries)} as id,
                   (select at from activity where activity_id = ${entry((nth + step) % entries)}) as at) other
      where activity_id in (one.id, other.id)`,
    ),
  fc
    .tuple(
      pick,
      pick.filter((nth) => nth > 0),
    )
    .map(
      ([nth, step]) => `update activity_chain set activity_id = case seq when ${nth + 1} then b.id else a.id end
      from (select activity_id as id, sums::text as sums from activity_chain where seq = ${nth + 1}) a,
           (select activity_id as id, sums::text as sums from activity_chain where seq = ${((nth + step) % entries) + 1}) b
      where seq in (${nth + 1}, ${((nth + step) % entries) + 1}) and a.id <> b.id`,
    ),
  pick.map((nth) => `delete from activity_chain where seq > ${nth}`),
  pick.map((nth) => `update activity_chain set salt = null where seq = ${nth + 1}`),
)

describe('npm run verify-log', () => {
  it('finds nothing in an unchanged log with pending and new entries', async () => {
    expect(await verifyLog(db, head)).toMatchObject({ findings: [], waiting: 0, head })
    await using other = await openTestDatabase()
    await recordActivity(other, ann, act(1))
    expect(await verifyLog(other)).toMatchObject({ findings: [], waiting: 2, links: 0 })
  })

  it('finds each manipulation by a superuser', { tags: ['S39'] }, async () => {
    await fc.assert(
      fc.asyncProperty(manipulation, async (sql) => {
        let touched = 0
        const found = await manipulate(async (tx) => {
          touched = (await tx.query(sql)).rowCount
        })
        // Swapping two links of the same entry changes no row.
        expect({ sql, isFound: found.length > 0 }).toEqual({ sql, isFound: touched > 0 })
      }),
      { numRuns: runs(200, 200) },
    )
  })

  it('accepts that Sightline removed personal data, also from entries that end later', async () => {
    await using other = await openTestDatabase()
    const done = await recordActivity(other, ann, act(1))
    const open = await beginActivity(other, ann, act(2))
    await chainQueued(other)
    await other.transaction((tx) => redactEntries(tx, [done, open], `actor_name = $2, actor_email = $2`, ['–']))
    await finishActivity(other, open, { outcome: 'done' })
    await chainQueued(other)
    const { rows } = await other.query<{ name: string }>('select distinct actor_name as name from activity')
    expect(rows).toEqual([{ name: '–' }])
    expect(await verifyLog(other)).toMatchObject({ findings: [], waiting: 0, links: 6 })
    await expect(other.query(`update activity set actor_name = 'Eve'`)).rejects.toThrow('append-only')
    await expect(other.query(`delete from activity_chain`)).rejects.toThrow('append-only')
  })

  it('finds each entry in the chain once and in order when several consoles add to it', async () => {
    await using other = await openTestDatabase()
    await Promise.all(Array.from({ length: 40 }, (_, nth) => recordActivity(other, ann, act(nth))))
    await Promise.all(Array.from({ length: 4 }, () => chainQueued(other)))
    await chainQueued(other)
    expect(await verifyLog(other)).toMatchObject({ findings: [], waiting: 0, links: 80 })
  })
})

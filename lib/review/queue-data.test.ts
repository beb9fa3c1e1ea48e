import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { queryInspections } from '@/lib/inspections/data'
import { serverText } from '@/lib/server-text'
import { markInspections } from './bulk'
import { claimInspection } from './claims'
import { countReviews, countToday } from './counts-data'
import { markInspection } from './mutations'
import { readQueue } from './queue-data'
import { queueQuery, reviewCounts, reviewQueue, type ReviewCounts } from './schema'
import { countedLists } from './values-model'
import { addInspections, addReviewer, firstVersion, idOf, touch } from './testing'

let db: TestDatabase
let ada: Actor
let bob: Actor

beforeAll(async () => {
  db = await openTestDatabase()
  ;[ada, bob] = [await addReviewer(db), await addReviewer(db)]
  await addInspections(db, [
    { failed: 2 },
    { failed: 0, title: 'Forklift' },
    { failed: 5 },
    { failed: 9, isCompleted: false },
    { failed: 2 },
    { isRead: false },
    { failed: 3, isMissing: true },
    { failed: 7, isArchived: true },
    { failed: 4 },
    { failed: 0 },
  ])
  // Inspection 4 is reviewed, 8 is reviewed and has changed since, and 9 needs a follow-up.
  for (const at of [4, 8])
    await markInspection(ada, idOf(at), { state: 'reviewed', version: firstVersion(at), revision: null }, db)
  await markInspection(ada, idOf(9), { state: 'follow-up', version: firstVersion(9), revision: null }, db)
  await touch(db, idOf(8))
  await db.query('update inspections set hydrated_modified_at = modified_at where audit_id = $1', [idOf(8)])
})
afterAll(() => db.close())

const hydrated: string[] = []
const read = async (query: Record<string, unknown> = {}, max?: number) =>
  reviewQueue.parse(
    await readQueue(ada, queueQuery.parse(query), {
      db,
      sync: { hydrateFirst: (ids) => void hydrated.push(...ids) },
      ...(max === undefined ? {} : { max }),
    }),
  )
const numbersOf = async (query?: Record<string, unknown>, max?: number) =>
  (await read(query, max)).items.map(({ row }) => Number(row.auditId.slice(-6)))

describe('the queue', () => {
  it('contains unreviewed and changed inspections: failed ones first, by number of failures, then the newest', async () => {
    // Inspection 3 is not completed, so it has not failed yet. Inspection 6 is deleted.
    expect(await numbersOf()).toEqual([7, 2, 8, 0, 5, 3, 1])
    expect(await numbersOf({ order: 'newest' })).toEqual([8, 7, 5, 3, 2, 1, 0])
    expect(await numbersOf({ order: 'oldest' })).toEqual([0, 1, 2, 3, 5, 7, 8])
  })

  it('accepts the filters of a list, including the one for reviews', async () => {
    expect(await numbersOf({ archived: ['false'], completed: ['true'] })).toEqual([2, 8, 0, 1])
    expect(await numbersOf({ review: ['changed'] })).toEqual([8])
    expect(await numbersOf({ review: ['reviewed', 'follow-up'] })).toEqual([8, 4, 9])
    expect(await numbersOf({ 'review!': ['unreviewed'] })).toEqual([8, 4, 9])
    expect(await numbersOf({ result: ['failed'], 'review!': ['changed', 'unreviewed'] })).toEqual([4])
    expect(await numbersOf({ sort: ['title'] })).toEqual(await numbersOf())
  })

  it('is limited in length, and says how many there are in total', async () => {
    const whole = await numbersOf()
    for (const max of [1, 3, 4, 5, 6, 7, 8]) {
      const queue = await read({}, max)
      expect(queue.items.map(({ row }) => Number(row.auditId.slice(-6)))).toEqual(whole.slice(0, max))
      expect(queue).toMatchObject({ total: 7, totalIsExact: true })
    }
  })

  it('has the review of each inspection, and the person who has it open', async () => {
    const [tab, other] = [randomUUID(), randomUUID()]
    await claimInspection(ada, { auditId: idOf(2), tabId: tab, ifFree: true }, db)
    await claimInspection(bob, { auditId: idOf(8), tabId: other, ifFree: true }, db)
    const { items } = await read({ tab })
    const byId = new Map(items.map((item) => [item.row.auditId, item]))
    expect(byId.get(idOf(2))).toMatchObject({ review: null, claim: { isOwn: true } })
    expect(byId.get(idOf(8))).toMatchObject({
      review: { state: 'reviewed', revision: 1, isChangedSince: true },
      claim: { isOwn: false, isMine: false, userName: bob.name },
    })
    expect(byId.get(idOf(0))?.claim).toBeNull()
  })

  it('gives priority to documents that were never read', async () => {
    hydrated.length = 0
    await read()
    expect(hydrated).toEqual([idOf(5)])
  })

  it('can be filtered by words, among failed and other inspections', async () => {
    await db.query(`update inspections set search = to_tsvector('simple', 'wet') where audit_id = any($1)`, [
      [idOf(0), idOf(1), idOf(2)],
    ])
    expect(await numbersOf({ q: ['wet'] })).toEqual([2, 0, 1])
  })
})

describe('the counts', () => {
  it('equal the lengths of the lists that they open', async () => {
    const counts = reviewCounts.parse(await countReviews(ada, db))
    expect(counts).toEqual({
      failedUnreviewed: 3,
      unreviewed: 4,
      followUps: 1,
      myFollowUps: 0,
      newMentions: 0,
      changedSince: 1,
    })
    for (const [name, params] of Object.entries(countedLists)) {
      const page = await queryInspections(db, { ...params, limit: 50 })
      expect([name, page.total]).toEqual([name, counts[name as keyof ReviewCounts]])
    }
  })

  it("of today are the person's own, from midnight in their time zone, without undone marks", async () => {
    expect(await countToday(ada, 'UTC', db)).toEqual({ reviewed: 2, followUps: 1 })
    expect(await countToday(bob, 'UTC', db)).toEqual({ reviewed: 0, followUps: 0 })
    const setTime = (zone: string) =>
      db.query(
        `update inspection_reviews set reviewed_at = (date_trunc('day', now() at time zone $2) at time zone $2) - interval '1 second'
          where audit_id = $1`,
        [idOf(4), zone],
      )
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      await setTime(zone)
      expect(await countToday(ada, zone, db)).toEqual({ reviewed: 1, followUps: 1 })
    }
  })

  it('are computed once for concurrent requests', async () => {
    let asked = 0
    const counting = {
      query: async <Row>(text: string, values?: readonly unknown[]) => {
        asked += 1
        return db.query<Row>(text, values)
      },
    }
    await Promise.all(Array.from({ length: 50 }, () => countReviews(ada, counting)))
    // One query is for the shared counts, two are for the person's own.
    expect(asked).toBe(3)
  })
})

describe('a row of a list', () => {
  it('has its review, and whether the inspection has changed since', async () => {
    const { rows } = await queryInspections(db, { limit: 50, sort: ['modified'] })
    const reviews = new Map(rows.map((row) => [row.auditId, row.review]))
    expect(reviews.get(idOf(4))).toEqual({ state: 'reviewed', isChangedSince: false })
    expect(reviews.get(idOf(8))).toEqual({ state: 'reviewed', isChangedSince: true })
    expect(reviews.get(idOf(9))).toEqual({ state: 'follow-up', isChangedSince: false })
    expect(reviews.get(idOf(0))).toBeNull()
  })
})

describe('marking many', () => {
  it('marks everything that matches once, except deselected rows, and reports what was unchanged', async () => {
    await using own = await openTestDatabase()
    const eve = await addReviewer(own)
    await addInspections(own, [{ failed: 1 }, { failed: 1 }, { failed: 0 }, { failed: 3 }, { failed: 1 }])
    await markInspection(eve, idOf(0), { state: 'reviewed', version: firstVersion(0), revision: null }, own)
    const query = 'result=failed&sort=title&columns=title&later=1'
    const done = await markInspections(
      eve,
      { selection: { kind: 'matching', query, except: [idOf(3)] }, state: 'reviewed' },
      { db: own },
    )
    expect(done).toMatchObject({ changed: 2, unchanged: 1, unknown: 0 })
    const page = await queryInspections(own, { review: ['reviewed'], limit: 10, sort: ['modified'] })
    expect(page.rows.map(({ auditId }) => auditId)).toEqual([idOf(0), idOf(1), idOf(4)])
    const again = await markInspections(
      eve,
      { selection: { kind: 'ids', ids: [idOf(0), idOf(1), idOf(1), idOf(77)] }, state: 'reviewed' },
      { db: own },
    )
    expect(again).toMatchObject({ changed: 0, unchanged: 2, unknown: 1 })
    const noted = await markInspections(
      eve,
      { selection: { kind: 'ids', ids: [idOf(0), idOf(2)] }, state: 'unreviewed', note: '' },
      { db: own },
    )
    expect(noted).toMatchObject({ changed: 1, unchanged: 1 })
  })

  it('is refused and marks none if too many inspections match, and says how many', async () => {
    const ask = (query: string, max: number) =>
      markInspections(ada, { selection: { kind: 'matching', query, except: [] }, state: 'reviewed' }, { db, max })
    await expect(ask('', 4)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/^The selection has 9 inspections, and at most 4 can be marked/),
    })
    await expect(ask('score=90..10', 4)).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { score: serverText('common.fields.endsFirst') } },
    })
    expect((await queryInspections(db, { review: ['reviewed'], limit: 1 })).total).toBe(2)
  })

  it('skips inspections that another person changed in the meantime', async () => {
    await using own = await openTestDatabase()
    const [eve, dan] = [await addReviewer(own), await addReviewer(own)]
    await addInspections(own, [{}, {}, {}])
    // Dan's mark is made after the matches are found and before they are locked.
    const between = {
      ...own,
      transaction: async <Result>(
        work: Parameters<typeof own.transaction<Result>>[0],
        options?: { setup?: string },
      ) => {
        if (options?.setup === undefined)
          await markInspection(dan, idOf(1), { state: 'follow-up', version: firstVersion(1), revision: null }, own)
        return own.transaction(work, options)
      },
    }
    const done = await markInspections(
      eve,
      { selection: { kind: 'matching', query: 'review=unreviewed', except: [] }, state: 'reviewed' },
      { db: between },
    )
    expect(done).toMatchObject({ changed: 2, unchanged: 1 })
    expect(
      (await queryInspections(own, { review: ['follow-up'], limit: 5 })).rows.map(({ auditId }) => auditId),
    ).toEqual([idOf(1)])
  })
})

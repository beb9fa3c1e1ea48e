import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { markInspections } from './bulk'
import { countReviews } from './counts-data'
import { readReviewDetail } from './data'
import { exportFollowUps } from './export'
import { listFollowUps } from './follow-ups'
import { markInspection, undoMarks } from './mutations'
import type { AskedFollowUps } from './follow-ups-schema'
import type { ReviewMark } from './schema'
import { addInspections, addReviewer, firstVersion, idOf, readShown, touch } from './testing'

let db: TestDatabase
let ada: Actor
let bob: Actor
let eve: Actor
const size = 8
const nowMs = Date.parse('2026-11-23T22:30:00Z')

beforeAll(async () => {
  db = await openTestDatabase()
  ;[ada, bob, eve] = [await addReviewer(db), await addReviewer(db, 'viewer'), await addReviewer(db)]
  await addInspections(
    db,
    Array.from({ length: size }, () => ({})),
  )
  await db.query('update users set disabled_at = now() where user_id = $1', [eve.userId])
})
afterAll(() => db.close())

const mark = (at: number, fields: Partial<ReviewMark>) =>
  markInspection(ada, idOf(at), { state: 'follow-up', version: firstVersion(at), revision: null, ...fields }, db)
const list = async (choice: AskedFollowUps, actor = ada) =>
  (await listFollowUps(choice as Parameters<typeof listFollowUps>[0], { actor, db, nowMs })).rows.map(({ row }) =>
    Number(row.auditId.slice(-6)),
  )
const byNumber = (a: number, b: number) => a - b
const read = async (at: number) => (await readReviewDetail(idOf(at), db)).review

describe('a follow-up', () => {
  it('keeps its assignee and due date until they are changed, and undo restores them', async () => {
    const first = await mark(0, { assigneeId: bob.userId, dueOn: '2026-11-30' })
    expect(first.review).toMatchObject({
      assignee: { userId: bob.userId, name: bob.name, isDisabled: false },
      dueOn: '2026-11-30',
    })
    const noted = await mark(0, { note: 'Call', revision: 1 })
    expect(noted.review).toMatchObject({ assignee: { userId: bob.userId }, dueOn: '2026-11-30', note: 'Call' })
    const moved = await mark(0, { assigneeId: ada.userId, dueOn: null, revision: 2 })
    expect(moved.review).toMatchObject({ assignee: { userId: ada.userId }, dueOn: null })
    await undoMarks(ada, moved.batchId, db)
    expect(await read(0)).toMatchObject({ assignee: { userId: bob.userId }, dueOn: '2026-11-30', note: 'Call' })
    // A reviewed inspection has no follow-up. After the undo, Bob is the assignee again.
    const done = await mark(0, { state: 'reviewed', revision: 4 })
    expect(done.review).toMatchObject({ assignee: null, dueOn: null })
    await undoMarks(ada, done.batchId, db)
    expect(await read(0)).toMatchObject({ state: 'follow-up', assignee: { userId: bob.userId }, dueOn: '2026-11-30' })
  })

  it('is reassigned once when two people reassign it at the same time, and the other person gets a conflict', async () => {
    await mark(1, { assigneeId: ada.userId })
    const both = await Promise.allSettled([
      markInspection(
        ada,
        idOf(1),
        { state: 'follow-up', version: firstVersion(1), revision: 1, assigneeId: bob.userId },
        db,
      ),
      markInspection(
        bob,
        idOf(1),
        { state: 'follow-up', version: firstVersion(1), revision: 1, dueOn: '2026-12-01' },
        db,
      ),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
  })

  it('cannot be assigned to somebody who cannot sign in, and keeps an assignee who was disabled since', async () => {
    const gone = '00000000-0000-4000-8000-000000000000'
    for (const assigneeId of [eve.userId, gone]) {
      await expect(mark(2, { assigneeId })).rejects.toMatchObject({
        code: 'invalid',
        details: { fields: { assigneeId: expect.any(String) } },
      })
      await expect(
        markInspections(ada, { selection: { kind: 'ids', ids: [idOf(2)] }, state: 'follow-up', assigneeId }, { db }),
      ).rejects.toMatchObject({ code: 'invalid' })
    }
    expect(await read(2)).toBeNull()
    const carl = await addReviewer(db)
    await mark(2, { assigneeId: carl.userId })
    await db.query('update users set disabled_at = now() where user_id = $1', [carl.userId])
    const kept = await mark(2, { assigneeId: carl.userId, note: 'Still his', revision: 1 })
    expect(kept.review.assignee).toEqual({ userId: carl.userId, name: carl.name, isDisabled: true })
  })

  it('is reassigned in bulk, except where nothing would change', async () => {
    const ids = [3, 4, 5].map(idOf)
    const asked = { selection: { kind: 'ids' as const, ids }, state: 'follow-up' as const, assigneeId: bob.userId }
    const first = await markInspections(ada, { ...asked, dueOn: '2026-11-23' }, { db })
    expect(first.changed).toBe(3)
    expect((await markInspections(ada, asked, { db })).changed).toBe(0)
    await markInspections(ada, { ...asked, selection: { kind: 'ids', ids: [idOf(4)] }, dueOn: '2026-11-22' }, { db })
    await markInspections(ada, { ...asked, selection: { kind: 'ids', ids: [idOf(5)] }, assigneeId: null }, { db })
    const { rows } = await db.query<{ after: unknown }>(
      `select after from activity where action = 'review.mark' and object_name = '3 inspections'`,
    )
    expect(rows[0]?.after).toMatchObject({ assignee: bob.name, dueOn: '2026-11-23' })
  })

  it('that has changed since it was reviewed stays so when it is assigned or done together with others', async () => {
    await using own = await openTestDatabase()
    const ann = await addReviewer(own)
    await addInspections(own, [{ failed: 1 }, { failed: 1 }])
    const selection = { kind: 'ids' as const, ids: [idOf(0), idOf(1)] }
    await markInspections(ann, { selection, state: 'follow-up' }, { db: own })
    await touch(own, idOf(0))
    const versions = async () =>
      (await Promise.all([0, 1].map((at) => readShown(own, idOf(at))))).map((shown) => shown?.review_version)
    const before = [firstVersion(0), firstVersion(1)]
    await markInspections(
      ann,
      { selection, state: 'follow-up', assigneeId: ann.userId, keepsVersion: true },
      { db: own },
    )
    expect(await versions()).toEqual(before)
    await markInspections(ann, { selection, state: 'reviewed', keepsVersion: true }, { db: own })
    expect(await versions()).toEqual(before)
    expect(await markInspections(ann, { selection, state: 'reviewed', keepsVersion: true }, { db: own })).toMatchObject(
      {
        changed: 0,
      },
    )
    await markInspections(ann, { selection, state: 'reviewed' }, { db: own })
    expect((await versions())[0]).not.toBe(before[0])
  })
})

describe('follow-ups', () => {
  it("are filtered by assignee and overdue state, and ordered by due date, in the reader's time zone", async () => {
    expect((await list({ assignee: 'me' }, bob)).toSorted(byNumber)).toEqual(
      await list({ assignee: bob.userId, sort: '-marked' }).then((found) => found.toSorted(byNumber)),
    )
    expect(await list({ assignee: 'nobody' })).toEqual([5])
    expect(await list({ due: 'overdue', zone: ['UTC'] })).toEqual([4])
    // In Tokyo it is already the 24th.
    expect((await list({ due: 'overdue', zone: ['Asia/Tokyo'] })).toSorted(byNumber)).toEqual([3, 4, 5])
    const byDay = await list({ sort: 'due' })
    expect([byDay[0], byDay.indexOf(0) > byDay.indexOf(3)]).toEqual([4, true])
    await expect(list({ due: 'overdue', zone: ['Nowhere'] })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('that are assigned to the reader are counted as their list has them, without archived and unread inspections', async () => {
    const [first] = await addInspections(db, [{ isArchived: true }, { isRead: false }, {}], size)
    await db.query(
      `insert into inspection_reviews (audit_id, state, version, reviewer_name, reviewed_at, assignee_id)
       select audit_id, 'follow-up', now(), 'Robin', now(), $1 from inspections where audit_id >= $2`,
      [eve.userId, first],
    )
    await db.query(`update inspections set review_state = 'follow-up' where audit_id >= $1`, [first])
    const mine = await list({ assignee: 'me', archived: ['false'] }, eve)
    expect(mine).toEqual([size + 2])
    expect((await countReviews(eve, db)).myFollowUps).toBe(mine.length)
    await db.query('delete from inspections where audit_id >= $1', [first])
  })

  it('that are chosen by assignee are marked together, except for deselected ones', async () => {
    const mine = await list({ assignee: 'me' }, bob)
    const [kept = 0] = mine
    const others = await list({ assignee: 'nobody' })
    const marked = await markInspections(
      bob,
      {
        selection: { kind: 'matching', query: 'review=follow-up', except: [idOf(kept)], followUps: { assignee: 'me' } },
        state: 'reviewed',
      },
      { db, nowMs },
    )
    expect(marked.changed).toBe(mine.length - 1)
    expect(mine.length).toBeGreaterThan(1)
    expect([await list({ assignee: 'me' }, bob), await list({ assignee: 'nobody' })]).toEqual([[kept], others])
    await undoMarks(bob, marked.batchId, db)
    expect((await list({ assignee: 'me' }, bob)).toSorted(byNumber)).toEqual(mine.toSorted(byNumber))
  })

  it('that are chosen by assignee are exported to CSV with assignee and due date', async () => {
    const text = await new Response(
      exportFollowUps({ assignee: 'me', sort: 'due', format: 'csv' }, { actor: bob, db, nowMs }),
    ).text()
    const [head, first] = text.split('\r\n')
    expect(head).toContain('Note,Assignee,Due,Marked by')
    expect(first).toContain(`,${bob.name},2026-11-22,`)
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + (await list({ assignee: 'me' }, bob)).length)
  })
})

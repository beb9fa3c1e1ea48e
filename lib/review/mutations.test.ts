import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { AuditId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import { markInspections } from './bulk'
import { readReviewDetail } from './data'
import { markInspection, undoMarks } from './mutations'
import { marked, reviewDetail, type BulkMark, type ReviewMark, type ReviewState } from './schema'
import { addInspections, addReviewer, firstVersion, idOf, readShown, touch } from './testing'

let db: TestDatabase
let ada: Actor
let bob: Actor
let admin: Actor
let count = 0

beforeAll(async () => {
  db = await openTestDatabase()
  ;[ada, bob, admin] = [await addReviewer(db), await addReviewer(db), await addReviewer(db, 'admin')]
})
afterAll(() => db.close())

/** Adds a new inspection, and returns its id and number. */
async function add(shape: Parameters<typeof addInspections>[1][number] = {}): Promise<[AuditId, number]> {
  count += 1
  const [id] = await addInspections(db, [shape], count)
  if (id === undefined) throw new Error('one was added')
  return [id, count]
}

const mark = (actor: Actor, id: AuditId, fields: Partial<ReviewMark> & { state: ReviewState }) =>
  markInspection(actor, id, { version: firstVersion(Number(id.slice(-6))), revision: null, ...fields }, db)
const many = (actor: Actor, fields: Omit<BulkMark, 'note'> & { note?: string }, max?: number) =>
  markInspections(actor, fields, { db, ...(max === undefined ? {} : { max }) })
const read = async (id: AuditId) => reviewDetail.parse(await readReviewDetail(id, db))

describe('a mark', () => {
  it('is stored with person, time and version, and shown in lists', async () => {
    const [id, number] = await add()
    expect(await read(id)).toEqual({ review: null, history: [] })
    const first = marked.parse(await mark(ada, id, { state: 'follow-up', note: 'Call the site.' }))
    expect(first.review).toMatchObject({
      state: 'follow-up',
      note: 'Call the site.',
      version: firstVersion(number),
      isChangedSince: false,
      reviewerName: ada.name,
      revision: 1,
    })
    expect(await readShown(db, id)).toEqual({ review_state: 'follow-up', review_version: firstVersion(number) })
    const second = await mark(bob, id, { state: 'reviewed', revision: 1 })
    expect(second.review).toMatchObject({ state: 'reviewed', note: 'Call the site.', revision: 2 })
    const { history } = await read(id)
    expect(history.map(({ state, actorName, isUndone }) => [state, actorName, isUndone])).toEqual([
      ['reviewed', bob.name, false],
      ['follow-up', ada.name, false],
    ])
    const taken = await mark(bob, id, { state: 'unreviewed', revision: 2, note: '' })
    expect(taken.review).toMatchObject({ state: 'unreviewed', note: '', isChangedSince: false })
    expect(await readShown(db, id)).toEqual({ review_state: null, review_version: null })
  })

  it('is possible before the document was read, and for inspections that are no longer found', async () => {
    for (const shape of [{ isRead: false }, { isMissing: true }]) {
      const [id] = await add(shape)
      expect((await mark(ada, id, { state: 'reviewed' })).review.state).toBe('reviewed')
    }
  })

  it('of an older version is shown as changed since, and a mark of a future version is refused', async () => {
    const [id, number] = await add()
    const newer = await touch(db, id)
    expect((await mark(ada, id, { state: 'reviewed' })).review).toMatchObject({
      version: firstVersion(number),
      isChangedSince: true,
    })
    expect((await mark(ada, id, { state: 'reviewed', revision: 1, version: newer })).review.isChangedSince).toBe(false)
    await touch(db, id)
    expect((await read(id)).review?.isChangedSince).toBe(true)
    await expect(
      mark(ada, id, { state: 'reviewed', revision: 2, version: '2999-01-01T00:00:00Z' }),
    ).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { version: serverText('review.fields.newerVersion') } },
    })
    expect((await read(id)).review?.revision).toBe(2)
  })

  it('of an inspection that is not in the index is refused', async () => {
    await expect(mark(ada, idOf(999_999), { state: 'reviewed' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(readReviewDetail(idOf(999_999), db)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that is based on an outdated state is refused with the current review, and stores nothing', async () => {
    const [id] = await add()
    await mark(ada, id, { state: 'reviewed', note: 'Fine.' })
    const before = await read(id)
    for (const revision of [null, 2, 7])
      await expect(mark(bob, id, { state: 'follow-up', revision })).rejects.toMatchObject({
        code: 'conflict',
        details: { current: before.review },
      })
    expect(await read(id)).toEqual(before)
  })

  it('that is repeated because its response was lost has no further effect', async () => {
    const [id] = await add()
    const first = await mark(ada, id, { state: 'reviewed', note: 'Fine.' })
    expect(await mark(ada, id, { state: 'reviewed', note: 'Fine.' })).toEqual(first)
    await expect(mark(ada, id, { state: 'reviewed', note: 'Not fine.' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(mark(bob, id, { state: 'reviewed', note: 'Fine.' })).rejects.toMatchObject({ code: 'conflict' })
    expect((await read(id)).history).toHaveLength(1)
  })

  it('after an undo needs no revision, because nothing could be lost', async () => {
    const [id] = await add()
    const { batchId } = await mark(ada, id, { state: 'reviewed' })
    await undoMarks(ada, batchId, db)
    expect((await mark(bob, id, { state: 'follow-up' })).review).toMatchObject({ state: 'follow-up', revision: 3 })
  })

  it(
    'is stored once when two people start from the same state, and the other person gets a conflict',
    { tags: ['full'] },
    async () => {
      for (let round = 0; round < 40; round += 1) {
        const [id] = await add()
        const results = await Promise.allSettled([
          mark(ada, id, { state: 'reviewed' }),
          mark(bob, id, { state: 'follow-up' }),
        ])
        const lost = results.find((result) => result.status === 'rejected')
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const { review, history } = await read(id)
        expect(lost?.reason).toMatchObject({ code: 'conflict', details: { current: review } })
        expect(history).toHaveLength(1)
      }
    },
  )
})

describe('marking and undoing', () => {
  it('lock rows in the same order of ids as the sync, even if the ids are given in another order', async () => {
    const [first, second] = await addInspections(db, [{}, {}], (count += 2))
    count += 2
    if (first === undefined || second === undefined) throw new Error('two were added')
    let batchId = ''
    const acts = [
      async () => {
        ;({ batchId } = await many(ada, { selection: { kind: 'ids', ids: [second, first] }, state: 'reviewed' }))
      },
      async () => {
        await undoMarks(ada, batchId, db)
      },
    ]
    for (const act of acts) {
      let acting: Promise<void> = Promise.resolve()
      await db.transaction(async (tx) => {
        await tx.query('update inspections set last_seen_at = now() where audit_id = $1', [first])
        acting = act()
        await expect
          .poll(
            async () =>
              (
                await db.query(
                  `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
                )
              ).rows,
          )
          .toHaveLength(1)
        // A writer that waits for the first row must not hold a row that the owner of the first row may need next.
        await tx.query('select from inspections where audit_id = $1 for no key update nowait', [second])
      })
      await acting
    }
  })
})

describe('undo', () => {
  it('restores the earlier state once, with its own event', async () => {
    const [id] = await add()
    const first = await mark(ada, id, { state: 'follow-up', note: 'Call.' })
    const { batchId } = await mark(bob, id, { state: 'reviewed', revision: 1, note: 'Called.' })
    expect(await undoMarks(bob, batchId, db)).toEqual({ restored: 1, kept: 0 })
    const { review, history } = await read(id)
    expect(review).toEqual({ ...first.review, revision: 3 })
    expect(history.map(({ state, note, actorName, isUndone }) => [state, note, actorName, isUndone])).toEqual([
      ['follow-up', 'Call.', bob.name, false],
      ['reviewed', 'Called.', bob.name, true],
      ['follow-up', 'Call.', ada.name, false],
    ])
    expect((await readShown(db, id))?.review_state).toBe('follow-up')
    expect(await undoMarks(bob, batchId, db)).toEqual({ restored: 0, kept: 0 })
    expect((await read(id)).review?.revision).toBe(3)
  })

  it('keeps reviews that were changed since, and counts them', async () => {
    const [one, two, three] = await addInspections(db, [{}, {}, {}], (count += 3))
    count += 3
    if (one === undefined || two === undefined || three === undefined) throw new Error('three were added')
    const { batchId, changed } = await many(ada, {
      selection: { kind: 'ids', ids: [three, one, two] },
      state: 'reviewed',
    })
    expect(changed).toBe(3)
    await mark(bob, two, { state: 'follow-up', revision: 1 })
    expect(await undoMarks(ada, batchId, db)).toEqual({ restored: 2, kept: 1 })
    expect((await readShown(db, one))?.review_state).toBeNull()
    expect((await readShown(db, two))?.review_state).toBe('follow-up')
    expect(await undoMarks(ada, batchId, db)).toEqual({ restored: 0, kept: 1 })
  })

  it('is allowed for one’s own marks, and for admins', async () => {
    const [id] = await add()
    const { batchId } = await mark(ada, id, { state: 'reviewed' })
    await expect(undoMarks(bob, batchId, db)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await readShown(db, id))?.review_state).toBe('reviewed')
    expect(await undoMarks(admin, batchId, db)).toEqual({ restored: 1, kept: 0 })
    await expect(undoMarks(ada, '00000000-0000-4000-8000-000000000000', db)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

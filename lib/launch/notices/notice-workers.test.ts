import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { noticeChanges } from '@/lib/asset-changes/notices-mutations'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { retryExportFiles } from '@/lib/exports/mutations'
import { noticeExports } from '@/lib/exports/notices-mutations'
import { listNotices } from '@/lib/inbox/data'
import { processWide } from '@/lib/process-wide'
import { renderText } from '@/lib/server-text'
import { addComment, deleteComment, editComment } from '@/lib/review/comments-mutations'
import { noticeDue } from '@/lib/review/due-mutations'
import { markInspections } from '@/lib/review/bulk'
import { markInspection, undoMarks } from '@/lib/review/mutations'
import { addInspections, addReviewer, firstVersion, idOf } from '@/lib/review/testing'
import { noticeTrouble } from '@/lib/system/trouble-mutations'

let db: TestDatabase
let ada: Actor
let bob: Actor
let admin: Actor

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  await addInspections(
    db,
    Array.from({ length: 6 }, (_, at) => ({ title: `Check ${at}`, failed: 1 })),
  )
  ada = await addReviewer(db)
  bob = await addReviewer(db)
  admin = await addReviewer(db, 'admin')
})
beforeEach(() => db.query('delete from notices'))
afterAll(() => db.close())

const selectionOf = (at: number) => ({ kind: 'ids' as const, ids: [idOf(at)] })
const textsOf = async (actor: Actor) =>
  (await listNotices(actor, { list: 'inbox' }, db)).notices.map(({ text, target }) => [
    renderText(text),
    `${target?.kind} ${target?.id}`,
  ])

describe('notices of reviews', () => {
  it('are added for a mention, once for a comment, and removed with the comment', async () => {
    const mention = { body: `@${bob.name} and @${ada.name}, look`, mentions: [bob.userId, ada.userId] }
    const { commentId } = await addComment(ada, idOf(0), mention, db)
    expect(await textsOf(bob)).toEqual([[`${ada.name} mentioned you in Check 0`, `inspection ${idOf(0)}`]])
    await editComment(
      ada,
      commentId,
      { body: `@${bob.name} and @${admin.name}`, mentions: [bob.userId, admin.userId] },
      db,
    )
    expect([await textsOf(bob), await textsOf(admin), await textsOf(ada)].map((texts) => texts.length)).toEqual([
      1, 1, 0,
    ])
    await deleteComment(ada, commentId, db)
    expect([...(await textsOf(bob)), ...(await textsOf(admin))]).toEqual([])
  })

  it('are added when somebody else assigns follow-ups, one for a batch, and removed by an undo', async () => {
    const mark = { state: 'follow-up' as const, note: 'Fix', version: firstVersion(0), revision: null }
    const { batchId } = await markInspection(ada, idOf(0), { ...mark, assigneeId: bob.userId }, db)
    expect(await textsOf(bob)).toEqual([[`${ada.name} assigned you a follow-up: Check 0`, `inspection ${idOf(0)}`]])
    await undoMarks(ada, batchId, db)
    expect(await textsOf(bob)).toEqual([])
    const ids = [idOf(1), idOf(2), idOf(3)]
    const selection = { kind: 'ids' as const, ids }
    await markInspections(ada, { selection, state: 'follow-up', assigneeId: bob.userId }, { db })
    expect(await textsOf(bob)).toEqual([[`${ada.name} assigned you 3 follow-ups`, 'follow-ups null']])
    // Another note for the same assignee causes no notice, and neither does an assignment to oneself.
    await markInspections(ada, { selection, state: 'follow-up', note: 'Soon' }, { db })
    await markInspections(ada, { selection, state: 'follow-up', assigneeId: ada.userId }, { db })
    expect([await textsOf(bob), await textsOf(ada)].map((texts) => texts.length)).toEqual([1, 0])
  })

  it("are added once on the day when a follow-up is due in the assignee's time zone", async () => {
    await db.query(`update users set preferences = '{"zone": "Pacific/Auckland"}' where user_id = $1`, [bob.userId])
    const due = { state: 'follow-up' as const, dueOn: '2026-11-20' }
    await markInspections(admin, { ...due, selection: selectionOf(4), assigneeId: bob.userId }, { db })
    await markInspections(admin, { ...due, selection: selectionOf(5), assigneeId: ada.userId }, { db })
    await db.query('delete from notices')
    expect(await noticeDue(db, Date.parse('2026-11-19T10:59:00Z'))).toBe(0)
    // In a zone 13 hours ahead of UTC, the day has begun.
    expect(await noticeDue(db, Date.parse('2026-11-19T11:01:00Z'))).toBe(1)
    expect(await noticeDue(db, Date.parse('2026-11-20T00:01:00Z'))).toBe(1)
    expect(await noticeDue(db, Date.parse('2026-11-21T00:01:00Z'))).toBe(0)
    expect(await textsOf(ada)).toEqual([['A follow-up of yours is due: Check 5', `inspection ${idOf(5)}`]])
    await markInspections(admin, { ...due, dueOn: '2026-11-22', selection: selectionOf(5) }, { db })
    expect(await noticeDue(db, Date.parse('2026-11-22T00:01:00Z'))).toBe(1)
  })

  it('reach a person although others, who get none, have more due follow-ups than one turn reads', async () => {
    const [off, gone, eve] = [await addReviewer(db), await addReviewer(db), await addReviewer(db)]
    await db.query(`insert into notice_choices (user_id, kind, in_inbox, email) values ($1, 'due', false, 'off')`, [
      off.userId,
    ])
    const due = { state: 'follow-up' as const, dueOn: '2026-11-20' }
    for (const [at, { userId }] of [off, gone, eve].entries())
      await markInspections(admin, { ...due, selection: selectionOf(at), assigneeId: userId }, { db })
    await db.query('update users set disabled_at = now() where user_id = $1', [gone.userId])
    await db.query('delete from notices')
    expect(await noticeDue(db, Date.parse('2026-11-20T12:00:00Z'), 1)).toBe(1)
    expect(await textsOf(eve)).toHaveLength(1)
  })

  it('use the zone of the browser of a person who chose no zone', async () => {
    await db.query(
      `update users set preferences = '{"zone": "browser", "browserZone": "Pacific/Auckland"}' where user_id = $1`,
      [bob.userId],
    )
    const due = { state: 'follow-up' as const, dueOn: '2027-03-20' }
    await markInspections(admin, { ...due, selection: selectionOf(3), assigneeId: bob.userId }, { db })
    await db.query('delete from notices')
    expect(await noticeDue(db, Date.parse('2027-03-19T11:01:00Z'))).toBe(1)
  })
})

describe('notices of work in the background', () => {
  it('are added once when every document of an export has ended, but not for old exports', async () => {
    const job = async (states: readonly string[], age = '0') => {
      const { rows } = await db.query<{ job_id: string }>(
        `insert into export_jobs (owner_id, owner_name, format, via, zone) values ($1, 'Ada', 'pdf', 'report', 'UTC')
         returning job_id`,
        [ada.userId],
      )
      const jobId = rows[0]?.job_id ?? ''
      for (const [position, state] of states.entries())
        await db.query(
          `insert into export_files (job_id, position, audit_id, state, finished_at, next_at)
           values ($1, $2, 'a', $3, now() - $4::interval, now())`,
          [jobId, position, state, age],
        )
      return jobId
    }
    const open = await job(['ready', 'running'])
    await job(['ready'], '2 hours')
    expect(await noticeExports(db)).toBe(0)
    await db.query(`update export_files set state = 'failed' where job_id = $1 and position = 1`, [open])
    expect(await noticeExports(db)).toBe(1)
    expect(await noticeExports(db)).toBe(0)
    expect(await textsOf(ada)).toEqual([['Your export finished: 1 of 2 documents ready', `export ${open}`]])
    await retryExportFiles(ada, open, { states: ['failed'] }, { db, wake: () => {} })
    expect(await noticeExports(db)).toBe(0)
    await db.query(`update export_files set state = 'ready', finished_at = now() where job_id = $1`, [open])
    expect([await noticeExports(db), await noticeExports(db)]).toEqual([1, 0])
    expect((await textsOf(ada)).map(([text]) => text)).toContain('Your export finished: 2 of 2 documents ready')
  })

  it('are added when a bulk change ended with steps that were not done, but not when all were done', async () => {
    const change = async (states: readonly string[]) => {
      const { rows } = await db.query<{ change_id: string }>(
        `insert into asset_changes (kind, title, owner_id, owner_name, owner_email)
         values ('set-status', 'Set 2 assets to OK', $1, 'Ada', '') returning change_id`,
        [ada.userId],
      )
      const changeId = rows[0]?.change_id ?? ''
      for (const [position, state] of states.entries())
        await db.query(
          `insert into asset_change_steps (change_id, position, object_kind, object_id, object_name, state, finished_at)
           values ($1, $2, 'asset', 'a', 'a', $3, now())`,
          [changeId, position, state],
        )
      return changeId
    }
    await change(['done', 'unchanged'])
    await change(['failed', 'waiting'])
    expect(await noticeChanges(db)).toBe(0)
    const failed = await change(['done', 'failed'])
    expect(await noticeChanges(db)).toBe(1)
    expect(await noticeChanges(db)).toBe(0)
    expect(await textsOf(ada)).toEqual([['Set 2 assets to OK: 1 of 2 not done or unknown', `asset-change ${failed}`]])
  })

  it('are added for admins once each time that no sync has succeeded for ten minutes', async () => {
    const state = (error: string | null, age: string) =>
      db.query(
        `insert into sync_state (name, last_error, last_finished_at) values ('inspections', $1, now() - $2::interval)
         on conflict (name) do update set last_error = $1, last_finished_at = now() - $2::interval`,
        [error, age],
      )
    await state('Refused', '9 minutes')
    expect(await noticeTrouble(db)).toBe(0)
    await state(null, '20 minutes')
    expect(await noticeTrouble(db)).toBe(0)
    await state('Refused', '11 minutes')
    expect([await noticeTrouble(db), await noticeTrouble(db)]).toEqual([1, 0])
    expect(await textsOf(admin)).toEqual([['No sync has succeeded for 10 minutes', 'system null']])
    await state('Refused', '12 minutes')
    expect(await noticeTrouble(db)).toBe(1)
  })
})

import { describe, expect, it } from 'vitest'
import { beginActivity, listUnknownActivity } from '@/lib/activity/journal'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database, Queryable } from '@/lib/db/types'
import { readAssetChange } from './data'
import { insertChange } from './change-write'
import { giveUpRunning, leaseOf, putActivity, settleStep, stepLeases, takeUnknown, takeWaiting } from './store'
import { addPerson } from './testing'

const at = (seconds: number) => new Date(Date.parse('2026-06-01T00:00:00Z') + seconds * 1_000)

async function insert(db: Database, count: number) {
  const actor = await addPerson(db, 'admin')
  const steps = Array.from({ length: count }, (_, place) => ({
    objectKind: 'asset' as const,
    objectId: `asset_${place}`,
    objectName: `A-${place}`,
    before: null,
    after: null,
  }))
  const change = await insertChange(actor, { kind: 'set-status', title: 'x', steps }, { db, wake: () => undefined })
  return { actor, changeId: change.changeId }
}

const take = (db: Queryable, limit: number, seconds = 0) =>
  takeWaiting(db, 'asset', { now: at(seconds), until: at(seconds + 15), limit })

const begin = (db: Queryable, changeId: string) =>
  beginActivity(
    db,
    { userId: null, name: 'x', email: 'x' },
    {
      action: 'asset.set-status',
      objectKind: 'asset',
      objectId: 'asset_0',
      objectName: 'A-0',
      changeId,
    },
  )

describe('steps that are due', () => {
  it('belong to one worker: others that take steps at the same time get different ones without waiting', async () => {
    await using db = await openTestDatabase()
    await insert(db, 6)
    const { first, second } = await db.transaction(async (tx) => {
      const mine = await take(tx, 4)
      // The first worker's transaction is still open.
      const theirs = await take(db, 4)
      return { first: mine, second: theirs }
    })
    expect(first.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3])
    expect(second.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual([4, 5])
    expect(await take(db, 4)).toEqual([])
  })

  it('wait again after their worker died if they were not sent, and are checked if they may have been sent', async () => {
    await using db = await openTestDatabase()
    const { actor, changeId } = await insert(db, 2)
    const [sent, unsent] = (await take(db, 2)).toSorted((a, b) => a.position - b.position)
    if (sent === undefined || unsent === undefined) throw new Error('two were taken')
    const activityId = await begin(db, changeId)
    expect(await putActivity(db, sent, activityId, null)).toBe(true)
    await giveUpRunning(db, at(14))
    expect((await readAssetChange(actor, changeId, db)).open).toBe(2)
    await giveUpRunning(db, at(16))
    const { steps } = await readAssetChange(actor, changeId, db)
    expect(steps.map(({ state }) => state)).toEqual(['unknown', 'waiting'])
    const entry = await db.query('select outcome from activity where activity_id = $1', [activityId])
    expect(entry.rows).toEqual([{ outcome: 'unknown' }])
    // The entry gets its outcome only together with its step.
    expect(await listUnknownActivity(db, { kinds: ['asset'], hours: 24, limit: 10 })).toEqual([])
    // The worker that held the steps can no longer write or send anything.
    expect(await settleStep(db, sent, { state: 'done', now: at(17), note: null })).toBe(false)
    expect(await putActivity(db, unsent, activityId)).toBe(false)
    const looked = await takeUnknown(db, { now: at(17), until: at(32), limit: 4 })
    expect(looked.map(({ position, activity_id }) => [position, activity_id])).toEqual([[0, activityId]])
  })

  it('stay with a worker that renews its lease', async () => {
    await using db = await openTestDatabase()
    const { actor, changeId } = await insert(db, 1)
    const held = await take(db, 1)
    await stepLeases.renew(db, held.map(leaseOf), at(60))
    await giveUpRunning(db, at(59))
    const [step] = held
    if (step === undefined) throw new Error('one was taken')
    expect(await settleStep(db, step, { state: 'done', now: at(59), note: null })).toBe(true)
    expect((await readAssetChange(actor, changeId, db)).done).toBe(1)
  })

  it('are canceled instead of waiting again after a cancel, or checked if an earlier response was lost', async () => {
    await using db = await openTestDatabase()
    const { actor, changeId } = await insert(db, 2)
    const steps = (await take(db, 2)).toSorted((a, b) => a.position - b.position)
    const activityId = await begin(db, changeId)
    const [lost] = steps
    if (lost === undefined) throw new Error('two were taken')
    await putActivity(db, lost, activityId, null)
    await db.query('update asset_changes set cancelled_at = now()')
    for (const step of steps) await settleStep(db, step, { state: 'waiting', now: at(1), note: 'later', nextAt: at(2) })
    const ended = await readAssetChange(actor, changeId, db)
    expect(ended.steps.map(({ state }) => state)).toEqual(['unknown', 'cancelled'])
  })
})

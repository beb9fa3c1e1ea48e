import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { AuditId } from '@/lib/ids'
import { claimInspection, readClaims, releaseClaim } from './claims'
import { markInspection } from './mutations'
import { reviewClaim } from './schema'
import { claimSeconds } from './values-model'
import { addInspections, addReviewer, firstVersion, idOf } from './testing'

let db: TestDatabase
let ada: Actor
let bob: Actor
let number = 0
const [tabA, tabB, tabC] = [randomUUID(), randomUUID(), randomUUID()]

beforeAll(async () => {
  db = await openTestDatabase()
  ;[ada, bob] = [await addReviewer(db), await addReviewer(db)]
})
afterAll(() => db.close())

async function add(): Promise<AuditId> {
  number += 1
  await addInspections(db, [{}], number)
  return idOf(number)
}
const claim = (actor: Actor, auditId: AuditId, tabId: string, ifFree = true) =>
  claimInspection(actor, { auditId, tabId, ifFree }, db)
const holder = async (actor: Actor, auditId: AuditId, tabId: string) =>
  (await readClaims(db, actor, { auditIds: [auditId], tabId })).get(auditId) ?? null
/** Ages the claim, as if this many seconds had passed since it was made. */
const age = (auditId: AuditId, seconds: number) =>
  db.query('update review_claims set expires_at = expires_at - make_interval(secs => $2) where audit_id = $1', [
    auditId,
    seconds,
  ])

describe('a claim', () => {
  it('belongs to the tab that came first, and others see the owner', async () => {
    const id = await add()
    expect(reviewClaim.parse(await claim(ada, id, tabA))).toMatchObject({
      userName: ada.name,
      isOwn: true,
      isMine: true,
    })
    expect(await claim(bob, id, tabB)).toMatchObject({ userName: ada.name, isOwn: false, isMine: false })
    expect(await claim(ada, id, tabC)).toMatchObject({ userName: ada.name, isOwn: false, isMine: true })
    // Another person's tab does not own the claim, even if it has the same id as ours.
    expect(await claim(bob, id, tabA)).toMatchObject({ userName: ada.name, isOwn: false })
  })

  it('is renewed by the same call, and can be taken over on purpose', async () => {
    const id = await add()
    const first = await claim(ada, id, tabA)
    await age(id, claimSeconds - 5)
    const again = await claim(ada, id, tabA)
    expect(Date.parse(again.expiresAt)).toBeGreaterThanOrEqual(Date.parse(first.expiresAt))
    expect(await claim(bob, id, tabB, false)).toMatchObject({ userName: bob.name, isOwn: true })
    expect(await claim(ada, id, tabA)).toMatchObject({ userName: bob.name, isOwn: false })
  })

  it('expires by itself and can then be claimed by anyone', async () => {
    const id = await add()
    await claim(ada, id, tabA)
    await age(id, claimSeconds - 5)
    expect(await holder(bob, id, tabB)).toMatchObject({ userName: ada.name })
    await age(id, 5)
    expect(await holder(bob, id, tabB)).toBeNull()
    expect(await claim(bob, id, tabB)).toMatchObject({ userName: bob.name, isOwn: true })
  })

  it('can only be released by its own tab', async () => {
    const id = await add()
    await claim(ada, id, tabA)
    await releaseClaim(bob, { auditId: id, tabId: tabA }, db)
    await releaseClaim(ada, { auditId: id, tabId: tabC }, db)
    expect(await holder(ada, id, tabA)).toMatchObject({ isOwn: true })
    await releaseClaim(ada, { auditId: id, tabId: tabA }, db)
    expect(await holder(ada, id, tabA)).toBeNull()
  })

  it('that was never released is deleted by a later claim', async () => {
    const [old, young, next] = [await add(), await add(), await add()]
    await claim(ada, old, tabA)
    await claim(ada, young, tabA)
    await age(old, 2 * claimSeconds + 1)
    await age(young, claimSeconds + 1)
    await claim(bob, next, tabB)
    const { rows } = await db.query<{ audit_id: string }>(
      'select audit_id from review_claims where audit_id = any($1) order by audit_id',
      [[old, young, next]],
    )
    expect(rows.map((row) => row.audit_id)).toEqual([young, next])
  })

  it('of an inspection that is not in the index is refused', async () => {
    await expect(claim(ada, idOf(999_999), tabA)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('has one owner however many tabs claim at once, whether it was free or expired', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => addReviewer(db)))
    for (const isEnded of [false, true]) {
      const id = await add()
      if (isEnded) {
        await claim(ada, id, tabA)
        await age(id, claimSeconds)
      }
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, at) => claim(people[at % people.length] ?? ada, id, randomUUID())),
      )
      const owners = answers.filter(({ isOwn }) => isOwn)
      expect(owners).toHaveLength(1)
      expect(new Set(answers.map(({ userName }) => userName))).toEqual(new Set([owners[0]?.userName]))
    }
  })

  it('does not prevent marking', async () => {
    const id = await add()
    await claim(ada, id, tabA)
    const done = await markInspection(bob, id, { state: 'reviewed', version: firstVersion(number), revision: null }, db)
    expect(done.review.reviewerName).toBe(bob.name)
  })
})

import { expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import { addInspections, addReviewer, idOf } from '@/lib/review/testing'
import { readFirstSteps } from './first-steps-data'
import { firstSteps } from './schema'

it('the first steps are open at first, and anybody in the organization can complete them', async () => {
  await using fresh = await openTestDatabase()
  const none = await readFirstSteps(fresh)
  expect(none).toEqual({ isConnected: false, hasView: false, reviewed: 0, hasImport: false })
  expect(firstSteps.parse(none)).toEqual(none)

  await using db = await openTestDatabase()
  const reviewer = await addReviewer(db)
  await addInspections(db, [{}, {}, {}, {}, {}, {}, {}])
  for (let number = 0; number < 7; number += 1)
    await db.query(
      `insert into inspection_reviews (audit_id, state, version, reviewer_name, reviewed_at)
       values ($1, $2, now(), 'Robin', now())`,
      [idOf(number), number === 0 ? 'unreviewed' : 'reviewed'],
    )
  await db.query(
    `insert into saved_views (owner_id, name, name_key, query) values ($1, 'Failed', 'failed', 'result=failed')`,
    [reviewer.userId],
  )
  expect(await readFirstSteps(db)).toEqual({ isConnected: false, hasView: true, reviewed: 5, hasImport: false })
})

import { expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import { addInspections, addReviewer, idOf } from '@/lib/review/testing'
import { createView, deleteView } from '@/lib/saved-views/mutations'
import { recordFailedPass, recordFinishedPass } from '@/lib/sync/store'
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

it('a step that was done stays done when the sync fails later, or the view is deleted', async () => {
  await using db = await openTestDatabase()
  const reviewer = await addReviewer(db)
  await recordFinishedPass(db, { startedAt: new Date(), finishedAt: new Date(), note: null })
  await recordFailedPass(db, 'The service is down.')
  const view = await createView(reviewer, { name: 'Failed', query: 'result=failed' }, db)
  await deleteView(reviewer, view.viewId, db)
  // As after the days in which a deletion can be undone.
  await db.query('delete from list_views')
  expect(await readFirstSteps(db)).toMatchObject({ isConnected: true, hasView: true })
})

import 'server-only'
import { database } from '@/lib/db/instance'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Queryable } from '@/lib/db/types'
import type { FirstSteps } from './schema'
import { reviewsOfFirstSteps } from './values-model'

/** The first steps that anybody in the organization has completed. A step that was done stays done. */
export async function readFirstSteps(given?: Queryable): Promise<FirstSteps> {
  const db = given ?? (await database())
  return keepShortly(db, 'first steps', async () => {
    const { rows } = await db.query<FirstSteps>(
      `select exists (select from sync_state where last_finished_at is not null) as "isConnected",
              exists (select from list_views) or exists (
                select from activity where action in ('saved-view.create', 'saved-view.import') and outcome = 'done'
              ) as "hasView",
              (select count(*)::int from (
                select from inspection_reviews where state <> 'unreviewed' limit ${reviewsOfFirstSteps}) as marked) as reviewed,
              exists (select from user_jobs where kind = 'run' and phase = 'completed') as "hasImport"`,
    )
    return rows[0] ?? { isConnected: false, hasView: false, reviewed: 0, hasImport: false }
  })
}

import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { addNotices } from '@/lib/inbox/store'
import { serverText } from '@/lib/server-text'

interface TroubledChange {
  change_id: string
  title: string
  owner_id: string
  total: number
  failed: number
}

/**
 * Notifies people whose bulk changes ended with steps that were not done or whose outcome is unknown, once for each
 * change. Changes that ended over an hour ago are skipped: they were reported at that time, or ended before there was
 * an inbox.
 * @returns how many notices are new
 */
export async function noticeChanges(db: Queryable): Promise<number> {
  const { rows } = await db.query<TroubledChange>(
    `select change_id, title, owner_id, count(*) as total,
       count(*) filter (where state in ('failed', 'unknown')) as failed
     from asset_changes join asset_change_steps using (change_id)
     where created_at > now() - interval '7 days' and owner_id is not null
       -- First, by an index: most changes have no such step, and up to 5,000 others.
       and exists (select from asset_change_steps as troubled where troubled.change_id = asset_changes.change_id
                   and troubled.state in ('failed', 'unknown'))
       and not exists (select from notices where notices.user_id = owner_id and cause = 'asset-change ' || change_id)
     group by change_id, title, owner_id
     having bool_and(state not in ('waiting', 'running')) and max(finished_at) > now() - interval '1 hour'`,
  )
  return addNotices(
    db,
    rows.map(({ change_id: changeId, title, owner_id, total, failed }) => ({
      userIds: [owner_id],
      kind: 'conflict',
      cause: `asset-change ${changeId}`,
      text: serverText('inbox.notices.conflict', { title, failed, count: total }),
      target: { kind: 'asset-change', id: changeId },
    })),
  )
}

import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { addNotices } from '@/lib/inbox/store'
import { serverText } from '@/lib/server-text'

/** The cause of the notice that an export has finished. */
export const exportCause = (jobId: string) => `export ${jobId}`

interface FinishedExport {
  job_id: string
  owner_id: string
  total: number
  failed: number
}

/**
 * Notifies people whose exports have finished, once for each export. Exports that ended more than an hour ago are
 * skipped: they were reported at that time, or are older than the inbox.
 * @returns how many notices are new
 */
export async function noticeExports(db: Queryable): Promise<number> {
  const { rows } = await db.query<FinishedExport>(
    `select job_id, owner_id, count(*) as total, count(*) filter (where state <> 'ready') as failed
     from export_jobs join export_files using (job_id)
     where created_at > now() - interval '7 days' and cancelled_at is null and owner_id is not null
       and not exists (select from notices where notices.user_id = owner_id and cause = 'export ' || job_id)
     group by job_id, owner_id
     having bool_and(state not in ('waiting', 'starting', 'running'))
       and max(finished_at) > now() - interval '1 hour'`,
  )
  return addNotices(
    db,
    rows.map(({ job_id: jobId, owner_id, total, failed }) => ({
      userIds: [owner_id],
      kind: 'export',
      cause: exportCause(jobId),
      text: serverText('inbox.notices.export', { ready: total - failed, count: total }),
      target: { kind: 'export', id: jobId },
    })),
  )
}

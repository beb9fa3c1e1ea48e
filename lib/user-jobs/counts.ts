import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { processWide } from '@/lib/process-wide'
import type { UserJobSummary, UserRowState } from './schema'
import { userRowStates } from './values-model'

/** Figures of jobs: their rows by state and outcome, and their jobs at the service. */
type Counts = Pick<UserJobSummary, 'total' | 'sent' | 'rows' | 'outcomes' | 'remote'>

export const countsKept = 500
/** Figures of finished jobs, which never change: a page of 30 jobs has up to 300,000 rows. */
export const keptCounts = () => processWide('user-job-counts', () => new Map<string, Counts>())

/** Counts the rows of each job, including jobs without rows. */
export async function countRows(db: Queryable, jobIds: readonly string[]): Promise<Map<string, Counts>> {
  const counts = new Map<string, Counts>()
  for (const jobId of jobIds)
    counts.set(jobId, {
      total: 0,
      sent: 0,
      rows: Object.fromEntries(userRowStates.map((state) => [state, 0])) as Record<UserRowState, number>,
      outcomes: {},
      remote: [],
    })
  if (jobIds.length === 0) return counts
  const [grouped, parts] = await Promise.all([
    db.query<{ job_id: string; part: number; state: UserRowState; outcome: string | null; count: number }>(
      `select job_id, part, state, outcome, count(*) as count from user_job_rows
       where job_id = any($1::uuid[]) group by job_id, part, state, outcome`,
      [jobIds],
    ),
    db.query<{ job_id: string; part: number; remote_id: string | null; remote_state: string | null }>(
      `select job_id, part, remote_id, remote_state from user_job_parts where job_id = any($1::uuid[]) order by part`,
      [jobIds],
    ),
  ])
  const taken = new Set<string>()
  for (const { job_id, part, remote_id, remote_state } of parts.rows) {
    if (remote_id === null) continue
    taken.add(`${job_id} ${part}`)
    const remote = counts.get(job_id)?.remote
    if (remote?.every(({ remoteId }) => remoteId !== remote_id))
      remote.push({ remoteId: remote_id, state: remote_state })
  }
  for (const { job_id, part, state, outcome, count } of grouped.rows) {
    const own = counts.get(job_id)
    if (own === undefined) continue
    own.total += count
    own.rows[state] += count
    const isTold = state === 'ok' || state === 'warned' || state === 'unknown' || state === 'sent'
    if (isTold || taken.has(`${job_id} ${part}`)) own.sent += count
    if (outcome !== null) own.outcomes[outcome] = (own.outcomes[outcome] ?? 0) + count
  }
  return counts
}

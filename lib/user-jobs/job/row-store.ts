import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { AskedUser, RowIssue, UserRowState } from '@/lib/user-jobs/schema'

/** The users of jobs, row by row. A password is kept only until the service has it or will never get it. */

export interface KeptRow {
  position: number
  username: string
  asked: AskedUser
  password: Buffer | null
  hadPassword: boolean
  state: UserRowState
  outcome: string | null
  userId: string | null
  issues: RowIssue[] | null
}

/** Rows of parts in their order. */
export async function readRows(db: Queryable, jobId: string, parts: readonly number[]): Promise<KeptRow[]> {
  const { rows } = await db.query<KeptRow>(
    `select position, username, asked, password, had_password as "hadPassword", state, outcome, user_id as "userId",
            faults as issues
     from user_job_rows
     where job_id = $1 and part = any($2::int[]) order by position`,
    [jobId, parts],
  )
  return rows
}

/** Sets the outcome of all rows of parts that have not ended, and deletes their passwords. */
export async function endRows(
  tx: Queryable,
  jobId: string,
  parts: readonly number[],
  { state, issue }: { state: UserRowState; issue: RowIssue | null },
): Promise<void> {
  await tx.query(
    `update user_job_rows
     set state = $3, password = null, faults = case when $4::json is null then faults else json_build_array($4::json) end
     where job_id = $1 and part = any($2::int[]) and state in ('waiting', 'sent')`,
    [jobId, parts, state, issue === null ? null : JSON.stringify(issue)],
  )
}

/** The rows of a part that the service now has. Their passwords are deleted. */
export async function markSent(tx: Queryable, jobId: string, part: number): Promise<void> {
  await tx.query(
    `update user_job_rows set state = case when state = 'waiting' then 'sent' else state end, password = null
     where job_id = $1 and part = $2`,
    [jobId, part],
  )
}

export interface RowResult {
  position: number
  state: UserRowState
  outcome: string | null
  userId: string | null
  issues: readonly RowIssue[]
}

export async function storeResults(tx: Queryable, jobId: string, results: readonly RowResult[]): Promise<void> {
  if (results.length === 0) return
  await tx.query(
    `update user_job_rows r
     set state = given.state, outcome = given.outcome, user_id = given.user_id, faults = given.issues, password = null
     from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::json[])
       as given (position, state, outcome, user_id, issues)
     where r.job_id = $1 and r.position = given.position`,
    [
      jobId,
      results.map(({ position }) => position),
      results.map(({ state }) => state),
      results.map(({ outcome }) => outcome),
      results.map(({ userId }) => userId),
      results.map(({ issues }) => (issues.length === 0 ? null : JSON.stringify(issues))),
    ],
  )
}

import 'server-only'
import { database } from '@/lib/db/instance'
import type { PageLanguage } from '@/lib/messages/languages'
import type { Queryable } from '@/lib/db/types'
import { renderText, serverText } from '@/lib/server-text'
import { unknownJob } from './data'
import { writeFailedRows } from './parse/files'
import type { RetryState, RowIssue } from './schema'

/** What is wrong with a row, for people who fix it in a spreadsheet. */
function describeIssue({ message, reason, value, choices }: RowIssue, language: PageLanguage): string {
  const what = message === '' ? reason : renderText(message, language)
  const which = value === null || what.includes(value) ? '' : ` (${value})`
  const named = choices.map(({ id, name }) => `${name} = ${id}`).join(', ')
  const could =
    named === '' ? '' : ` ${renderText(serverText('userJobs.failedRows.choices', { choices: named }), language)}`
  return `${what}${which}${/[.!?]$/.test(what) || could === '' ? '' : '.'}${could}`
}

/**
 * Failed rows of a job, optionally with those that have warnings, as a file with the same columns in the same order and
 * one more for the reasons. Importing it again gives the same rows except for passwords.
 * @throws AppError not_found
 */
export async function exportFailedRows(
  jobId: string,
  given?: Queryable,
  states: readonly RetryState[] = ['failed'],
  language: PageLanguage = 'en',
): Promise<{ csv: string; rows: number }> {
  const db = given ?? (await database())
  const job = await db.query<{ header: string[] }>('select header from user_jobs where job_id = $1', [jobId])
  const header = job.rows[0]?.header
  if (header === undefined) throw unknownJob()
  const { rows } = await db.query<{ cells: string[]; issues: RowIssue[] | null; state: RetryState }>(
    `select cells, faults as issues, state from user_job_rows where job_id = $1 and state = any($2) order by position`,
    [jobId, states],
  )
  const mark = renderText(serverText('userJobs.failedRows.warned'), language)
  const failed = rows.map(({ cells, issues, state }) => {
    const reasons = (issues ?? [])
      .filter(({ level }) => level !== 'info')
      .map((issue) => describeIssue(issue, language))
    return { cells, reasons: state === 'warned' ? [mark, ...reasons] : reasons }
  })
  return { csv: writeFailedRows(header, failed), rows: failed.length }
}

import { hasError, isPartial, isUnchecked, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { userJobCalls } from '@/lib/user-jobs/queries'
import type { UserJobKind, UserJobRow } from '@/lib/user-jobs/schema'
import type { UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import { fromIssues } from '@/lib/user-jobs/sheet/from-issues'
import { blankCells } from '@/lib/user-jobs/sheet/to-users'
import type { SheetRow, Validator } from '@/lib/user-jobs/sheet/types'

export interface CheckResult {
  checked: number
  /** Rows that SafetyCulture would not import, or only in part. */
  bad: number
  /** Other rows with a warning. */
  warned: number
  /** Rows that changed during the dry run or got no response. */
  open: number
}

/**
 * Rows that a dry run would send: untested rows in which Sightline has found no error. Rows with only an unknown group
 * are sent too, because the group may have been created since, or be hidden from the connected account.
 */
export function listToCheck({ sheet, validator }: BenchSheet): readonly number[] {
  return sheet.rowIds.filter((id) => isUnchecked(sheet, validator, id) && isSendable(validator, id))
}

/** Whether SafetyCulture would import at least a part of the user. */
export const isSendable = (validator: Validator, rowId: number) =>
  !hasError(validator, rowId) || isPartial(validator, rowId)

/** Reads every row of a job with SafetyCulture's result. Fails if a page cannot be read, or when the signal aborts. */
export async function readAllRows(jobId: string, signal: AbortSignal): Promise<UserJobRow[]> {
  const rows: UserJobRow[] = []
  for (let after: number | null = -1; after !== null;) {
    const page = await userJobCalls.readRows(jobId, after, signal)
    rows.push(...page.rows)
    after = page.after
  }
  return rows
}

/** States of rows with a result. All other rows have no result. */
const settled: ReadonlySet<UserJobRow['state']> = new Set(['ok', 'warned', 'failed'])

type AnsweredRow = Pick<UserJobRow, 'line' | 'username' | 'state' | 'issues' | 'cells'>

/** Puts the results into the sheet. Rows that have changed since they were sent still need a dry run. */
export function mergeCheck(
  { sheet, validator, mapping, secret }: Pick<BenchSheet, 'sheet' | 'validator' | 'mapping' | 'secret'>,
  sent: ReadonlyMap<number, SheetRow> | null,
  rows: readonly AnsweredRow[],
  kind: UserJobKind = 'check',
): CheckResult {
  const isAsSent = ({ line, cells }: AnsweredRow) => {
    const row = sheet.row(line)
    // After a reload, only the job knows which rows were sent. Neither the job nor the draft has passwords, so they are
    // not compared.
    return sent === null ? row !== undefined && isSame(blankCells(row.cells, secret), cells) : row === sent.get(line)
  }
  const answered = rows.filter((row) => settled.has(row.state) && isAsSent(row))
  const { rowIds, issues } = fromIssues(answered, sheet, mapping, kind)
  const told = new Set(issues.map(({ rowId }) => rowId))
  sheet.markClean(rowIds.filter((id) => !told.has(id)))
  validator.setServiceIssues(rowIds, issues)
  const bad = new Set(issues.filter(({ level }) => level === 'error').map(({ rowId }) => rowId))
  const warned = new Set(
    issues.filter(({ level, rowId }) => level === 'warning' && !bad.has(rowId)).map((one) => one.rowId),
  )
  const open = (sent?.size ?? rows.length) - rowIds.length
  return { checked: rowIds.length, bad: bad.size, warned: warned.size, open }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((cell, at) => cell === other[at])

/** "300 rows tested: 298 OK, 2 with errors." */
export const describeResult = (t: UserJobTexts, { checked, bad, warned }: CheckResult): string =>
  t('dryRun.result', { count: checked, ok: checked - bad - warned, bad, warned })

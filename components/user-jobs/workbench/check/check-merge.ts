import { hasError, isUnchecked, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { userJobCalls } from '@/lib/user-jobs/queries'
import type { UserJobRow } from '@/lib/user-jobs/schema'
import { blankCells, fromFaults } from '@/lib/user-jobs/sheet/to-users'
import type { SheetRow } from '@/lib/user-jobs/sheet/types'

export interface CheckResult {
  checked: number
  /** Rows of which the service said something. */
  told: number
  /** Rows that were changed while they were being checked, or of which nothing came back. */
  open: number
}

/** Rows that a check would send: unchecked, and without an error of their own. */
export function listToCheck({ sheet, validator }: BenchSheet): readonly number[] {
  return sheet.rowIds.filter((id) => isUnchecked(sheet, validator, id) && !hasError(validator, id))
}

/** Every row of a job, as the service answered it. Fails when a page cannot be read, or with the signal. */
export async function readAllRows(jobId: string, signal: AbortSignal): Promise<UserJobRow[]> {
  const rows: UserJobRow[] = []
  for (let after: number | null = -1; after !== null;) {
    const page = await userJobCalls.readRows(jobId, after, signal)
    rows.push(...page.rows)
    after = page.after
  }
  return rows
}

/** States of a row that the service answered: the others came back without an answer. */
const settled: ReadonlySet<UserJobRow['state']> = new Set(['ok', 'warned', 'failed'])

/** Puts what the service said into the sheet. Rows that have changed since they were sent keep waiting for a check. */
export function mergeCheck(
  { sheet, validator, mapping, secret }: Pick<BenchSheet, 'sheet' | 'validator' | 'mapping' | 'secret'>,
  sent: ReadonlyMap<number, SheetRow> | null,
  rows: readonly UserJobRow[],
): CheckResult {
  const isAsSent = ({ line, cells }: UserJobRow) => {
    const row = sheet.row(line)
    // After a reload the job alone knows what was sent. Neither it nor the draft has passwords.
    return sent === null ? row !== undefined && isSame(blankCells(row.cells, secret), cells) : row === sent.get(line)
  }
  const answered = rows.filter((row) => settled.has(row.state) && isAsSent(row))
  const { rowIds, faults } = fromFaults(answered, sheet, mapping)
  validator.setServiceFaults(rowIds, faults)
  const told = new Set(faults.map(({ rowId }) => rowId))
  sheet.markClean(rowIds.filter((id) => !told.has(id)))
  return { checked: rowIds.length, told: told.size, open: (sent?.size ?? rows.length) - rowIds.length }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((cell, at) => cell === other[at])

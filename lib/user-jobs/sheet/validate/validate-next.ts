import type { CellIssue } from '@/lib/user-jobs/sheet/types'

/**
 * The error after (or before) a cell, wrapping around at the end; only in these rows, and only of the wanted levels.
 */
export function findNext(
  rowIds: readonly number[],
  issuesOf: (rowId: number) => readonly CellIssue[],
  from: { rowId: number; column: number } | null,
  { isWanted, isBackwards }: { isWanted: (issue: CellIssue) => boolean; isBackwards: boolean },
): CellIssue | null {
  const start = from === null ? -1 : rowIds.indexOf(from.rowId)
  const step = isBackwards ? -1 : 1
  const wanted = (id: number | undefined) => {
    const ofRow = id === undefined ? [] : issuesOf(id).filter(isWanted)
    return isBackwards ? ofRow.toReversed() : ofRow
  }
  const isBeyond = ({ column }: CellIssue, than: number) => ((column ?? -1) - than) * step > 0
  if (from !== null && start !== -1) {
    const here = wanted(from.rowId).find((issue) => isBeyond(issue, from.column))
    if (here !== undefined) return here
  }
  const origin = start === -1 && isBackwards ? rowIds.length : start
  // Once around. The current row comes last, for the errors before the cell.
  for (let walked = 1; walked <= rowIds.length; walked += 1) {
    const [first] = wanted(rowIds[(origin + walked * step + 2 * rowIds.length) % rowIds.length])
    if (first !== undefined) return first
  }
  return null
}

import type { CellFault } from './types'

/** The fault after a cell (or before it), going round at the end; only of these rows, and only of those that are wanted. */
export function findNext(
  rowIds: readonly number[],
  faultsOf: (rowId: number) => readonly CellFault[],
  from: { rowId: number; column: number } | null,
  { isWanted, isBackwards }: { isWanted: (fault: CellFault) => boolean; isBackwards: boolean },
): CellFault | null {
  const start = from === null ? -1 : rowIds.indexOf(from.rowId)
  const step = isBackwards ? -1 : 1
  const wanted = (id: number | undefined) => {
    const ofRow = id === undefined ? [] : faultsOf(id).filter(isWanted)
    return isBackwards ? ofRow.toReversed() : ofRow
  }
  const isBeyond = ({ column }: CellFault, than: number) => ((column ?? -1) - than) * step > 0
  if (from !== null && start !== -1) {
    const here = wanted(from.rowId).find((fault) => isBeyond(fault, from.column))
    if (here !== undefined) return here
  }
  const origin = start === -1 && isBackwards ? rowIds.length : start
  // Once around; the row one is in comes last, for the faults before the cell.
  for (let walked = 1; walked <= rowIds.length; walked += 1) {
    const [first] = wanted(rowIds[(origin + walked * step + 2 * rowIds.length) % rowIds.length])
    if (first !== undefined) return first
  }
  return null
}

import type { SheetChange, SheetRow, StepText } from './types'

/**
 * The history of a sheet. A step stores only the cells or rows that it changed, so that one key press in 10,000 rows
 * costs one row. The oldest steps are dropped when all steps together have more than `historyCellsMax` cells.
 */

export interface CellDelta {
  rowId: number
  column: number
  before: string
  after: string
}
export interface RowDelta {
  /** Position in the order of rows when all rows of the step are present. */
  at: number
  row: SheetRow
}
export interface Step {
  label: StepText
  cells: readonly CellDelta[]
  added: readonly RowDelta[]
  removed: readonly RowDelta[]
}

export const historyCellsMax = 1_000_000
const historyStepsMax = 1_000

/** How many cells a step keeps in memory. Deleted rows are kept whole. */
const sizeOf = (step: Step) =>
  step.cells.length + [...step.added, ...step.removed].reduce((sum, { row }) => sum + row.cells.length, 0)

const invert = ({ label, cells, added, removed }: Step): Step => ({
  label,
  cells: cells.map(({ rowId, column, before, after }) => ({ rowId, column, before: after, after: before })),
  added: removed,
  removed: added,
})

/** A history whose steps are carried out by `apply`, forwards and backwards. */
export function createHistory(apply: (step: Step) => SheetChange) {
  const undoable: Step[] = []
  const redoable: Step[] = []
  let cells = 0

  const turn = (from: Step[], to: Step[], asApplied: (step: Step) => Step): SheetChange | null => {
    const step = from.pop()
    if (step === undefined) return null
    to.push(step)
    return apply(asApplied(step))
  }

  return {
    /** Carries out a new step. After it, undone steps cannot be redone. */
    perform: (step: Step): void => {
      for (const forgotten of redoable.splice(0)) cells -= sizeOf(forgotten)
      undoable.push(step)
      cells += sizeOf(step)
      // The last step can always be undone, however large.
      while (undoable.length > 1 && (cells > historyCellsMax || undoable.length > historyStepsMax)) {
        const oldest = undoable.shift()
        if (oldest !== undefined) cells -= sizeOf(oldest)
      }
      apply(step)
    },
    /** Null when there is nothing to undo. */
    undo: () => turn(undoable, redoable, invert),
    /** Null when there is nothing to redo. */
    redo: () => turn(redoable, undoable, (step) => step),
    undoLabel: () => undoable.at(-1)?.label ?? null,
    redoLabel: () => redoable.at(-1)?.label ?? null,
  }
}

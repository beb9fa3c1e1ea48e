import type { Step } from './sheet-history'
import type { RowStore } from './sheet-rows'
import type { CellEdit, Sheet, StepText } from './types'

type Block = readonly (readonly string[])[]

/** The result of pasting a block at a cell: edits, rows below the last, cells right of the last column. */
function planPaste(order: readonly number[], width: number, at: number, column: number, block: Block) {
  const edits: CellEdit[] = []
  const below: string[][] = []
  let leftOut = 0
  const room = Math.max(0, width - column)
  for (const [index, values] of block.entries()) {
    const target = order[at + index]
    leftOut += values.slice(room).filter((value) => value !== '').length
    const kept = values.slice(0, room)
    if (target === undefined) below.push([...Array.from<string>({ length: column }).fill(''), ...kept])
    else for (const [offset, value] of kept.entries()) edits.push({ rowId: target, column: column + offset, value })
  }
  return { edits, below, leftOut }
}

type Edits = Pick<Sheet, 'setCell' | 'setCells' | 'pasteBlock' | 'fillDown' | 'deleteRows' | 'addRows'>

/** The edits of a sheet with `width` columns. Each that changes something is one step for `perform`. */
export function createEdits(store: RowStore, width: number, perform: (step: Step) => void): Edits {
  function setCells(edits: readonly CellEdit[], label: StepText = { key: 'edit' }): number {
    const cells = store.deltasOf(edits)
    if (cells.length > 0) perform({ label, cells, added: [], removed: [] })
    return cells.length
  }
  return {
    setCell: (rowId, column, value) => setCells([{ rowId, column, value }]),
    setCells,
    pasteBlock(rowId, column, block) {
      const order = store.order()
      const at = order.indexOf(rowId)
      if (at === -1) return { cells: 0, addedRows: 0, leftOut: 0 }
      const { edits, below, leftOut } = planPaste(order, width, at, column, block)
      const cells = store.deltasOf(edits)
      const added = store.makeRows(below, order.length)
      if (cells.length + added.length > 0) perform({ label: { key: 'paste' }, cells, added, removed: [] })
      return { cells: cells.length, addedRows: added.length, leftOut }
    },
    fillDown(rowIds, column) {
      const [first, ...others] = store.inOrder(rowIds)
      const value = first === undefined ? undefined : store.rows.get(first)?.cells[column]
      if (value === undefined) return 0
      return setCells(
        others.map((rowId) => ({ rowId, column, value })),
        { key: 'fillDown' },
      )
    },
    deleteRows(rowIds) {
      const removed = store.placesOf(rowIds)
      const label: StepText = { key: 'deleteRows', values: { count: removed.length } }
      if (removed.length > 0) perform({ label, cells: [], added: [], removed })
      return removed.length
    },
    addRows(blocks, afterRowId) {
      const order = store.order()
      const found = afterRowId === undefined ? -1 : order.indexOf(afterRowId)
      const added = store.makeRows(blocks, found === -1 ? order.length : found + 1)
      const label: StepText = { key: 'addRows', values: { count: added.length } }
      if (added.length > 0) perform({ label, cells: [], added, removed: [] })
      return added.map(({ row }) => row.id)
    },
  }
}

import { useMemo } from 'react'
import { type Block, type GridSelection, type Place, readBlock } from './grid-model'

/** The active cell and the selected block, as positions among the visible rows. */
export interface GridCursor {
  /** The active cell; null if its row is hidden. */
  active: Place | null
  /** Position of the active row; -1 without an active cell. */
  row: number
  /** The active column; -1 without an active cell. */
  column: number
  /** The selection; null if the active cell is not visible. */
  block: Block | null
  /** Position of each visible row, by id. */
  positions: ReadonlyMap<number, number>
  /** Activates the nearest existing cell. With `isExtending`, the selection is extended to it. */
  goTo: (row: number, column: number, isExtending?: boolean) => void
}

/** The cursor of a grid with these rows. */
export function useGridCursor({
  rowIds,
  columnCount,
  selection,
  onSelect,
}: {
  rowIds: readonly number[]
  columnCount: number
  selection: GridSelection
  onSelect: (next: GridSelection) => void
}): GridCursor {
  const positions = useMemo(() => new Map(rowIds.map((id, position) => [id, position])), [rowIds])
  const active = selection.active !== null && positions.has(selection.active.rowId) ? selection.active : null
  return {
    active,
    row: active === null ? -1 : (positions.get(active.rowId) ?? -1),
    column: active?.column ?? -1,
    block: readBlock(selection, positions),
    positions,
    goTo: (row, column, isExtending = false) => {
      const rowId = rowIds[Math.max(0, Math.min(rowIds.length - 1, row))]
      if (rowId === undefined) return
      const place = { rowId, column: Math.max(0, Math.min(columnCount - 1, column)) }
      onSelect({ active: place, anchor: isExtending ? (selection.anchor ?? selection.active) : null })
    },
  }
}

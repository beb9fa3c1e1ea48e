import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Sheet } from '@/lib/user-jobs/sheet/types'
import type { EditEnd } from './cells/cell-editor'
import type { Place } from './grid-model'
import { bringIntoSight } from './grid-sight'
import type { GridCursor } from './use-grid-cursor'

export interface CellEditing {
  /** Null if no cell is being edited. */
  editing: { place: Place; initial: string; isReplacing: boolean } | null
  /** Opens a cell. `typed` replaces its value; null keeps the value. */
  startEdit: (place: Place, typed: string | null) => void
  /** Closes the cell with this value, or with null to keep the earlier value, and moves to the next cell. */
  endEdit: (value: string | null, end: EditEnd) => void
}

/** The cell of a grid that is being edited. */
export function useCellEditing(
  scroller: RefObject<HTMLElement | null>,
  sheet: Sheet,
  { positions, goTo }: GridCursor,
): CellEditing {
  const [editing, setEditing] = useState<CellEditing['editing']>(null)
  // A deleted row cannot be edited.
  if (editing !== null && sheet.row(editing.place.rowId) === undefined) setEditing(null)
  return {
    editing,
    startEdit: (place, typed) => {
      const initial = typed ?? sheet.cell(place.rowId, place.column)
      if (scroller.current !== null) bringIntoSight(scroller.current, positions.get(place.rowId) ?? 0, place.column)
      // Rendered synchronously, so that an input method composes in the field.
      flushSync(() => setEditing({ place, initial, isReplacing: typed !== null }))
    },
    endEdit: (value, { rows: down, columns: right, keepsFocus = false }) => {
      if (editing === null) return
      const { place } = editing
      setEditing(null)
      if (value !== null) sheet.setCell(place.rowId, place.column, value)
      const hadFocus = down !== 0 || right !== 0 || value === null || keepsFocus
      if (hadFocus) scroller.current?.focus({ preventScroll: true })
      if (down !== 0 || right !== 0) goTo((positions.get(place.rowId) ?? 0) + down, place.column + right)
    },
  }
}

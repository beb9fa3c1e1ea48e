'use client'

import { useState } from 'react'
import type { TypeBoard } from './use-type-board'

/**
 * The cell that the keys act on, and functions to move it and to select. Column 0 is "No group"; the groups follow in their
 * order. `reveal` scrolls a cell into view.
 */
export function useBoardCursor(board: TypeBoard, reveal: (row: number, column: number) => void) {
  const { shown, groups, selected, setSelected } = board
  const [at, setAt] = useState<{ typeId: string; column: number } | null>(null)
  // The start of a range. Rows that were selected before the range stay selected.
  const [range, setRange] = useState<{ anchor: number; base: ReadonlySet<string> } | null>(null)
  const active = at === null ? -1 : shown.findIndex(({ type }) => type.typeId === at.typeId)
  const column = Math.min(at?.column ?? 0, groups.length)

  const goTo = (row: number, toColumn: number) => {
    const to = Math.min(Math.max(row, 0), shown.length - 1)
    const typeId = shown[to]?.type.typeId
    if (typeId === undefined) return
    const nextColumn = Math.min(Math.max(toColumn, 0), groups.length)
    setAt({ typeId, column: nextColumn })
    reveal(to, nextColumn)
  }
  /** The column where the cursor enters a row: the group that the type would have. */
  const columnOf = (row: number) => {
    const next = shown[row]?.next
    return next == null ? 0 : 1 + groups.findIndex(({ groupId }) => groupId === next.groupId)
  }
  const selectRange = (to: number) => {
    const { anchor, base } = range ?? { anchor: Math.max(active, 0), base: selected }
    if (range === null) setRange({ anchor, base })
    const [from, end] = anchor < to ? [anchor, to] : [to, anchor]
    setSelected(new Set([...base, ...shown.slice(from, end + 1).map(({ type }) => type.typeId)]))
  }
  const moveBy = (step: number, isRange = false) => {
    const to = active === -1 ? 0 : Math.min(Math.max(active + step, 0), shown.length - 1)
    if (isRange) selectRange(to)
    else setRange(null)
    goTo(to, at === null ? columnOf(to) : column)
  }
  const toggle = (row: number, isRange = false) => {
    const typeId = shown[row]?.type.typeId
    if (typeId === undefined) return
    if (isRange) selectRange(row)
    else {
      setRange(null)
      const next = new Set(selected)
      if (!next.delete(typeId)) next.add(typeId)
      setSelected(next)
    }
    setAt({ typeId, column: at === null ? columnOf(row) : column })
  }
  /** Chooses the group of the active cell for its type. */
  const choose = () => {
    const row = shown[active]
    if (row !== undefined) board.choose([row], column === 0 ? null : (groups[column - 1]?.groupId ?? null))
  }
  const selectAll = () => setSelected(new Set(shown.map(({ type }) => type.typeId)))

  return {
    /** The active row among the visible types; -1 if there is none. */
    active,
    typeId: at?.typeId ?? null,
    column,
    point: (row: number, toColumn: number) => {
      setRange(null)
      const typeId = shown[row]?.type.typeId
      if (typeId !== undefined) setAt({ typeId, column: toColumn })
    },
    toggle,
    selectAll,
    goTo,
    moveBy,
    choose,
    /** A person who enters the grid by Tab needs an active cell. */
    enter: () => {
      if (active === -1) goTo(0, columnOf(0))
    },
  }
}

export type BoardCursor = ReturnType<typeof useBoardCursor>

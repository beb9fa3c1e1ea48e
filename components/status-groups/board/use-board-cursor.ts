'use client'

import { type RefObject, useState } from 'react'
import { type Shortcut, useShortcuts } from '@/lib/browser/shortcuts'
import type { TypeBoard } from './use-type-board'

/** Whether letters and combinations mean the field that is being typed in. */
const isTyping = () =>
  document.activeElement?.matches('input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]') === true

/** The cell that the keys act on, and what they do. Columns: 0 is "No group", then the groups in their order. */
export function useBoardCursor(
  board: TypeBoard,
  {
    grid,
    reveal,
    pageRows,
    onReview,
    onPick,
  }: {
    grid: RefObject<HTMLElement | null>
    reveal: (row: number, column: number) => void
    pageRows: () => number
    onReview: () => void
    /** Opens the picker of a row's group. */
    onPick: (typeId: string) => void
  },
) {
  const { shown, groups, selected, setSelected } = board
  const [at, setAt] = useState<{ typeId: string; column: number } | null>(null)
  // Where a range began; what was selected then stays.
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
  /** Where a row is entered: at the group it has. */
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
  const choose = () => {
    const row = shown[active]
    if (row !== undefined) board.choose([row], column === 0 ? null : (groups[column - 1]?.groupId ?? null))
  }
  const selectAll = () => setSelected(new Set(shown.map(({ type }) => type.typeId)))

  const group = 'Type board'
  const within = () => grid.current
  const inGrid = (id: string, keys: readonly string[], label: string, run: () => void, repeats = false): Shortcut => ({
    id: `types:${id}`,
    keys,
    label,
    group,
    run,
    within,
    repeats,
  })
  /** Anywhere on the page, save in fields and dialogs: there they mean something else. */
  const onPage = (id: string, keys: readonly string[], label: string, run: () => void): Shortcut => ({
    id: `types:${id}`,
    keys,
    label,
    group,
    run,
    within: () =>
      isTyping() || document.querySelector('[role=dialog]:not([aria-modal=false])') !== null ? null : document.body,
  })
  useShortcuts([
    { id: 'types:next', keys: ['j'], label: 'Next type', group, repeats: true, run: () => moveBy(1) },
    { id: 'types:previous', keys: ['k'], label: 'Previous type', group, repeats: true, run: () => moveBy(-1) },
    inGrid('down', ['arrowdown'], 'Next type', () => moveBy(1), true),
    inGrid('up', ['arrowup'], 'Previous type', () => moveBy(-1), true),
    inGrid('right', ['arrowright', 'l'], 'Next group', () => goTo(Math.max(active, 0), column + 1), true),
    inGrid('left', ['arrowleft', 'h'], 'Previous group', () => goTo(Math.max(active, 0), column - 1), true),
    inGrid('page-down', ['pagedown'], 'Next screen', () => moveBy(pageRows()), true),
    inGrid('page-up', ['pageup'], 'Previous screen', () => moveBy(-pageRows()), true),
    inGrid('first', ['home'], 'First type', () => goTo(0, column)),
    inGrid('last', ['end'], 'Last type', () => goTo(shown.length - 1, column)),
    inGrid('choose', ['space', 'enter'], 'Choose this group for the type', choose),
    inGrid('pick', ['p'], 'Pick a group for the type by name', () => {
      if (at !== null) onPick(at.typeId)
    }),
    inGrid('select', ['x'], 'Select or deselect the type', () => toggle(Math.max(active, 0))),
    inGrid('select-down', ['shift+arrowdown', 'shift+j'], 'Select down to the next type', () => moveBy(1, true), true),
    inGrid('select-up', ['shift+arrowup', 'shift+k'], 'Select up to the previous type', () => moveBy(-1, true), true),
    inGrid('select-all', ['mod+a'], 'Select all types that are shown', selectAll),
    inGrid('escape', ['escape'], 'Clear the selection', () => setSelected(new Set())),
    onPage('undo', ['mod+z'], 'Undo the last choice', () => board.undo?.()),
    onPage('redo', ['mod+shift+z', 'mod+y'], 'Redo the choice', () => board.redo?.()),
    onPage('review', ['mod+enter', 'mod+s'], 'Review the staged changes', onReview),
  ])

  return {
    active,
    column,
    point: (row: number, toColumn: number) => {
      setRange(null)
      const typeId = shown[row]?.type.typeId
      if (typeId !== undefined) setAt({ typeId, column: toColumn })
    },
    toggle,
    selectAll,
    moveBy,
    /** Entering the grid by Tab needs a cell to stand on. */
    enter: () => {
      if (active === -1) goTo(0, columnOf(0))
    },
  }
}

export type BoardCursor = ReturnType<typeof useBoardCursor>

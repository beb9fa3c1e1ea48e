'use client'

import type { RefObject } from 'react'
import { type Shortcut, useShortcuts } from '@/lib/browser/shortcuts'
import type { BoardCursor } from './use-board-cursor'
import type { TypeBoard } from './use-type-board'

/** Whether letters and combinations mean the field that is being typed in. */
const isTyping = () =>
  document.activeElement?.matches('input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]') === true

/** What the keys do on the board. */
export function useBoardKeys(
  board: TypeBoard,
  cursor: BoardCursor,
  {
    grid,
    pageRows,
    onReview,
    onPick,
  }: {
    grid: RefObject<HTMLElement | null>
    pageRows: () => number
    onReview: () => void
    /** Opens the picker of a row's group. */
    onPick: (typeId: string) => void
  },
) {
  const { active, column } = cursor
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
  /** Anywhere on the page except in fields and dialogs, where these keys mean something else. */
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
    { id: 'types:next', keys: ['j'], label: 'Next type', group, repeats: true, run: () => cursor.moveBy(1) },
    { id: 'types:previous', keys: ['k'], label: 'Previous type', group, repeats: true, run: () => cursor.moveBy(-1) },
    inGrid('down', ['arrowdown'], 'Next type', () => cursor.moveBy(1), true),
    inGrid('up', ['arrowup'], 'Previous type', () => cursor.moveBy(-1), true),
    inGrid('right', ['arrowright', 'l'], 'Next group', () => cursor.goTo(Math.max(active, 0), column + 1), true),
    inGrid('left', ['arrowleft', 'h'], 'Previous group', () => cursor.goTo(Math.max(active, 0), column - 1), true),
    inGrid('page-down', ['pagedown'], 'Next screen', () => cursor.moveBy(pageRows()), true),
    inGrid('page-up', ['pageup'], 'Previous screen', () => cursor.moveBy(-pageRows()), true),
    inGrid('first', ['home'], 'First type', () => cursor.goTo(0, column)),
    inGrid('last', ['end'], 'Last type', () => cursor.goTo(board.shown.length - 1, column)),
    inGrid('choose', ['space', 'enter'], 'Choose this group for the type', cursor.choose),
    inGrid('pick', ['p'], 'Pick a group for the type by name', () => {
      if (cursor.typeId !== null) onPick(cursor.typeId)
    }),
    inGrid('select', ['x'], 'Select or deselect the type', () => cursor.toggle(Math.max(active, 0))),
    inGrid(
      'select-down',
      ['shift+arrowdown', 'shift+j'],
      'Select down to the next type',
      () => cursor.moveBy(1, true),
      true,
    ),
    inGrid(
      'select-up',
      ['shift+arrowup', 'shift+k'],
      'Select up to the previous type',
      () => cursor.moveBy(-1, true),
      true,
    ),
    inGrid('select-all', ['mod+a'], 'Select all types that are shown', cursor.selectAll),
    inGrid('escape', ['escape'], 'Clear the selection', () => board.setSelected(new Set())),
    onPage('undo', ['mod+z'], 'Undo the last choice', () => board.undo?.()),
    onPage('redo', ['mod+shift+z', 'mod+y'], 'Redo the choice', () => board.redo?.()),
    onPage('review', ['mod+enter', 'mod+s'], 'Review the staged changes', onReview),
  ])
}

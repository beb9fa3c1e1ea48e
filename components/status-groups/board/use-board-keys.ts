'use client'

import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import { type Shortcut, useShortcuts } from '@/lib/browser/shortcuts'
import type { BoardCursor } from './use-board-cursor'
import type { TypeBoard } from './use-type-board'

/** Whether keys belong to a text field that has the focus. */
const isTyping = () =>
  document.activeElement?.matches('input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]') === true

/** The keyboard shortcuts of the board. */
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
    /** Opens the group picker of a row. */
    onPick: (typeId: string) => void
  },
) {
  const { active, column } = cursor
  const t = useTranslations('statusGroups.board.shortcuts')
  const group = t('group')
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
  /** Works anywhere on the page except in fields and dialogs, where these keys have another meaning. */
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
    { id: 'types:next', keys: ['j'], label: t('nextType'), group, repeats: true, run: () => cursor.moveBy(1) },
    { id: 'types:previous', keys: ['k'], label: t('previousType'), group, repeats: true, run: () => cursor.moveBy(-1) },
    inGrid('down', ['arrowdown'], t('nextType'), () => cursor.moveBy(1), true),
    inGrid('up', ['arrowup'], t('previousType'), () => cursor.moveBy(-1), true),
    inGrid('right', ['arrowright', 'l'], t('nextGroup'), () => cursor.goTo(Math.max(active, 0), column + 1), true),
    inGrid('left', ['arrowleft', 'h'], t('previousGroup'), () => cursor.goTo(Math.max(active, 0), column - 1), true),
    inGrid('page-down', ['pagedown'], t('nextScreen'), () => cursor.moveBy(pageRows()), true),
    inGrid('page-up', ['pageup'], t('previousScreen'), () => cursor.moveBy(-pageRows()), true),
    inGrid('first', ['home'], t('firstType'), () => cursor.goTo(0, column)),
    inGrid('last', ['end'], t('lastType'), () => cursor.goTo(board.shown.length - 1, column)),
    inGrid('choose', ['space', 'enter'], t('choose'), cursor.choose),
    inGrid('pick', ['p'], t('pick'), () => {
      if (cursor.typeId !== null) onPick(cursor.typeId)
    }),
    inGrid('select', ['x'], t('select'), () => cursor.toggle(Math.max(active, 0))),
    inGrid('select-down', ['shift+arrowdown', 'shift+j'], t('selectDown'), () => cursor.moveBy(1, true), true),
    inGrid('select-up', ['shift+arrowup', 'shift+k'], t('selectUp'), () => cursor.moveBy(-1, true), true),
    inGrid('select-all', ['mod+a'], t('selectAll'), cursor.selectAll),
    inGrid('escape', ['escape'], t('clearSelection'), () => board.setSelected(new Set())),
    onPage('undo', ['mod+z'], t('undo'), () => board.undo?.()),
    onPage('redo', ['mod+shift+z', 'mod+y'], t('redo'), () => board.redo?.()),
    onPage('review', ['mod+enter', 'mod+s'], t('review'), onReview),
  ])
}

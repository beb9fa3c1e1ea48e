'use client'

import { type Shortcut, useShortcuts } from '@/lib/browser/shortcuts'

export interface GridActions {
  moveBy: (step: number, isRange?: boolean) => void
  moveTo: (position: number, isRange?: boolean) => void
  pageRows: number
  last: number
  open: () => void
  peek: () => void
  toggle: () => void
  selectInSight: () => void
  /** Null while there is nothing to step back from. */
  escape: (() => void) | null
  /** The element that has to have the focus for keys that mean something elsewhere, too. */
  within: () => Element | null
}

/** The keys of the list, in the one registry that answers them and fills the `?` sheet. */
export function useGridKeys({ moveBy, moveTo, pageRows, last, within, ...actions }: GridActions): void {
  const group = 'List'
  const inGrid = (id: string, keys: readonly string[], label: string, run: () => void, repeats = false): Shortcut => ({
    id: `list:${id}`,
    keys,
    label,
    group,
    run,
    within,
    repeats,
  })
  useShortcuts([
    { id: 'list:next', keys: ['j'], label: 'Next row', group, repeats: true, run: () => moveBy(1) },
    { id: 'list:previous', keys: ['k'], label: 'Previous row', group, repeats: true, run: () => moveBy(-1) },
    inGrid('down', ['arrowdown'], 'Next row', () => moveBy(1), true),
    inGrid('up', ['arrowup'], 'Previous row', () => moveBy(-1), true),
    inGrid('page-down', ['pagedown'], 'Next screen', () => moveBy(pageRows), true),
    inGrid('page-up', ['pageup'], 'Previous screen', () => moveBy(-pageRows), true),
    inGrid('first', ['home'], 'First row', () => moveTo(0)),
    inGrid('last', ['end'], 'Last row', () => moveTo(last)),
    inGrid('open', ['enter'], 'Open the row', actions.open),
    inGrid('peek', ['space'], 'Summary of the row beside the list', actions.peek),
    { id: 'list:select', keys: ['x'], label: 'Select or deselect the row', group, run: actions.toggle },
    inGrid('select-down', ['shift+arrowdown', 'shift+j'], 'Select down to the next row', () => moveBy(1, true), true),
    inGrid('select-up', ['shift+arrowup', 'shift+k'], 'Select up to the previous row', () => moveBy(-1, true), true),
    inGrid('select-page-down', ['shift+pagedown'], 'Select a screen down', () => moveBy(pageRows, true), true),
    inGrid('select-page-up', ['shift+pageup'], 'Select a screen up', () => moveBy(-pageRows, true), true),
    inGrid('select-in-sight', ['mod+a'], 'Select the rows in sight', actions.selectInSight),
    {
      id: 'list:escape',
      keys: ['escape'],
      label: 'Close the summary, then clear the selection',
      group,
      within: () => (actions.escape === null ? null : document.body),
      run: () => actions.escape?.(),
    },
  ])
}

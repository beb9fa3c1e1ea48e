'use client'

import { useTranslations } from 'next-intl'
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
  /** Null while there is nothing to close or clear. */
  escape: (() => void) | null
  /** Keys that have another meaning elsewhere work only while the focus is inside this element. */
  within: () => Element | null
}

/** Registers the keys of a list, which also appear in the `?` sheet. */
export function useGridKeys(
  { moveBy, moveTo, pageRows, last, within, ...actions }: GridActions,
  /** The actions that rows support. Keys of other actions stay free for other uses. */
  { isSelectable, hasPeek }: { isSelectable: boolean; hasPeek: boolean },
): void {
  const t = useTranslations('shell.listKeys')
  const group = useTranslations('shell.shortcutGroups')('list')
  const inGrid = (id: string, keys: readonly string[], label: string, run: () => void, repeats = false): Shortcut => ({
    id: `list:${id}`,
    keys,
    label,
    group,
    run,
    within,
    repeats,
  })
  const selectKeys: Shortcut[] = [
    { id: 'list:select', keys: ['x'], label: t('toggle'), group, run: actions.toggle },
    inGrid('select-down', ['shift+arrowdown', 'shift+j'], t('selectDown'), () => moveBy(1, true), true),
    inGrid('select-up', ['shift+arrowup', 'shift+k'], t('selectUp'), () => moveBy(-1, true), true),
    inGrid('select-page-down', ['shift+pagedown'], t('selectScreenDown'), () => moveBy(pageRows, true), true),
    inGrid('select-page-up', ['shift+pageup'], t('selectScreenUp'), () => moveBy(-pageRows, true), true),
    inGrid('select-in-sight', ['mod+a'], t('selectVisible'), actions.selectInSight),
  ]
  useShortcuts([
    { id: 'list:next', keys: ['j'], label: t('next'), group, repeats: true, run: () => moveBy(1) },
    { id: 'list:previous', keys: ['k'], label: t('previous'), group, repeats: true, run: () => moveBy(-1) },
    inGrid('down', ['arrowdown'], t('next'), () => moveBy(1), true),
    inGrid('up', ['arrowup'], t('previous'), () => moveBy(-1), true),
    inGrid('page-down', ['pagedown'], t('nextScreen'), () => moveBy(pageRows), true),
    inGrid('page-up', ['pageup'], t('previousScreen'), () => moveBy(-pageRows), true),
    inGrid('first', ['home'], t('first'), () => moveTo(0)),
    inGrid('last', ['end'], t('last'), () => moveTo(last)),
    inGrid('open', ['enter'], t('open'), actions.open),
    ...(hasPeek ? [inGrid('peek', ['space'], t('preview'), actions.peek)] : []),
    ...(isSelectable ? selectKeys : []),
    {
      id: 'list:escape',
      keys: ['escape'],
      label: t('escape'),
      group,
      within: () => (actions.escape === null ? null : document.body),
      run: () => actions.escape?.(),
    },
  ])
}

import { useTranslations } from 'next-intl'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { Sheet } from '@/lib/user-jobs/sheet/types'
import { turn } from './grid-edits'

/** The shortcuts of the sheet while it is on screen. */
export function useSheetShortcuts(
  sheet: Sheet,
  {
    goToIssue,
    walkTo,
    onFind,
  }: {
    goToIssue: (isBackwards: boolean) => void
    /** Goes to an error. After that, the letters n and p go to further errors. */
    walkTo: (isBackwards: boolean) => void
    onFind: () => void
  },
): void {
  const t = useTranslations('userJobs')
  const group = t('grid.shortcuts.group')
  useShortcuts([
    { id: 'issue-next', keys: ['f8'], label: t('grid.shortcuts.next'), group, run: () => goToIssue(false) },
    {
      id: 'issue-previous',
      keys: ['shift+f8'],
      label: t('grid.shortcuts.previous'),
      group,
      run: () => goToIssue(true),
    },
    { id: 'issue-walk', keys: ['n'], label: t('grid.shortcuts.walkNext'), group, run: () => walkTo(false) },
    { id: 'issue-walk-back', keys: ['p'], label: t('grid.shortcuts.walkPrevious'), group, run: () => walkTo(true) },
    { id: 'sheet-find', keys: ['mod+h'], label: t('grid.actions.find'), group, run: onFind },
    { id: 'sheet-undo', keys: ['mod+z'], label: t('grid.actions.undo'), group, run: () => turn(t, sheet, 'undo') },
    {
      id: 'sheet-redo',
      keys: ['mod+y', 'mod+shift+z'],
      label: t('grid.actions.redo'),
      group,
      run: () => turn(t, sheet, 'redo'),
    },
  ])
}

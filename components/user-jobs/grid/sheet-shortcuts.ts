import { useShortcuts } from '@/lib/browser/shortcuts'
import type { Sheet } from '@/lib/user-jobs/sheet/types'
import { turn } from './grid-edits'

const group = 'Sheet of users'

/** The shortcuts of the sheet, while it is on screen. */
export function useSheetShortcuts(
  sheet: Sheet,
  {
    goToFault,
    walkTo,
    onFind,
  }: {
    goToFault: (isBackwards: boolean) => void
    /** Goes to a fault, and lets single letters go on from there. */
    walkTo: (isBackwards: boolean) => void
    onFind: () => void
  },
): void {
  useShortcuts([
    { id: 'fault-next', keys: ['f8'], label: 'Next fault', group, run: () => goToFault(false) },
    { id: 'fault-previous', keys: ['shift+f8'], label: 'Previous fault', group, run: () => goToFault(true) },
    { id: 'fault-walk', keys: ['n'], label: 'Next fault, and on by n and p', group, run: () => walkTo(false) },
    { id: 'fault-walk-back', keys: ['p'], label: 'Previous fault, and on by n and p', group, run: () => walkTo(true) },
    { id: 'sheet-find', keys: ['mod+h'], label: 'Find and replace', group, run: onFind },
    { id: 'sheet-undo', keys: ['mod+z'], label: 'Undo', group, run: () => turn(sheet, 'undo') },
    { id: 'sheet-redo', keys: ['mod+y', 'mod+shift+z'], label: 'Redo', group, run: () => turn(sheet, 'redo') },
  ])
}

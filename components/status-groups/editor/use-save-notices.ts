'use client'

import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import type { LastSave, UndoPlan } from './editor-state'
import { joinNames } from './editor-words'

const notUndone = {
  'changed-since': 'The group was changed again since that save. The history has what it was.',
  'has-edits': 'There are new edits on top. Discard them first; then “Undo the save” stands above the statuses.',
} satisfies Partial<Record<UndoPlan['kind'], string>>

/** What is said in the corner of the page, and aloud, after a save. */
export function useSaveNotices() {
  const toast = useToast()
  return {
    sayDone: (
      { saved, removed, undoes }: LastSave,
      { wasLookedUp, undo }: { wasLookedUp: boolean; undo: () => void },
    ) => {
      const isUndo = undoes !== null
      toast.show({
        tone: 'good',
        title: isUndo ? 'Taken back' : `Saved “${saved.name}”`,
        ...(wasLookedUp ? { description: 'The answer was lost; the service has the change.' } : {}),
        ...(isUndo ? {} : { action: { label: 'Undo', onClick: undo } }),
        ...(removed.length === 0 || isUndo
          ? {}
          : { description: `Undo makes ${joinNames(removed.map(({ name }) => name))} anew, without assets.` }),
      })
      announce(isUndo ? 'Taken back.' : 'Saved.')
    },
    sayNotUndone: (reason: keyof typeof notUndone) =>
      toast.show({ tone: 'attention', title: 'Not taken back', description: notUndone[reason] }),
  }
}

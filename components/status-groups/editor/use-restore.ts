'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { assetChangeCalls, assetChangeQueries } from '@/lib/asset-changes/queries'
import { useMay } from '@/lib/browser/sign-in/actor'
import type { LastSave } from './editor-state'

/** Restores the statuses that a save cleared. This can succeed only after an undo has recreated the statuses. */
export function useRestore() {
  const queryClient = useQueryClient()
  const mayRestore = useMay('assets:write')
  const { mutate, variables, data, error, isPending } = useMutation({
    mutationFn: ({ activityId }: LastSave) => assetChangeCalls.restore({ activityId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: assetChangeQueries.list().queryKey }),
  })
  const canRestore = ({ replacement, snapshotCount }: LastSave) =>
    mayRestore && replacement?.kind === 'clear' && snapshotCount > 0
  return {
    canRestore,
    start: (save: LastSave) => {
      if (canRestore(save)) mutate(save)
    },
    /** The progress of starting the restore of this save; null if it was not started. */
    progressOf: (save: LastSave) => (variables === save ? { started: data, error, isPending } : null),
  }
}

export type Restore = ReturnType<typeof useRestore>

'use client'

import { useMemo, useReducer } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { diffGroup } from '@/lib/status-groups/diff'
import { findFaults, type Draft } from '@/lib/status-groups/model'
import type { StatusGroup } from '@/lib/status-groups/schema'
import { openEditor, planUndo, reduceEditor, type EditAction, type LastSave, type UndoPlan } from './editor-state'
import { useSave } from './use-save'

const notUndone = {
  'changed-since': 'The group was changed again since that save. The history has what it was.',
  'has-edits': 'There are new edits on top. Discard them first; then “Undo the save” is above the statuses.',
} satisfies Partial<Record<UndoPlan['kind'], string>>

/** The edit of one group: the state machine of `editor-state`, and what a person can do with it. */
export function useEditor(opened: StatusGroup) {
  const toast = useToast()
  const [state, dispatch] = useReducer(reduceEditor, opened, openEditor)
  const { stage, phase } = state
  const { base, draft } = stage
  const diff = useMemo(() => diffGroup(base, draft), [base, draft])
  const faults = useMemo(() => findFaults(base, draft), [base, draft])

  const { send, remember } = useSave(phase, dispatch)
  const isDirty = diff.changes.length > 0

  const save = () => {
    if (phase.kind !== 'editing' || !isDirty) return
    const [fault] = faults.values()
    if (fault === undefined) send({ base, draft, undoes: null })
    else announce(`Not saved. ${fault}`)
  }

  const undo = (last: LastSave) => {
    const plan = planUndo(state, last)
    if (plan.kind === 'send') send(plan.attempt)
    else if (plan.kind === 'stage') {
      dispatch({ kind: 'stage-undo', save: last, draft: plan.draft })
      announce('The way back is staged. Choose what happens to assets on the removed statuses, then save.')
    } else if (plan.kind !== 'busy')
      toast.show({ tone: 'attention', title: 'Not undone', description: notUndone[plan.kind] })
  }

  const takeOver = (theirs: StatusGroup, merged: Draft) => {
    dispatch({ kind: 'take-over', draft: merged })
    remember(theirs)
  }

  return {
    stage,
    phase,
    diff,
    faults,
    isDirty,
    isBusy: phase.kind === 'sending',
    /** Nothing can be edited until it is known what the service has. */
    isLocked: phase.kind === 'sending' || phase.kind === 'lost',
    act: (action: EditAction) => dispatch({ kind: 'edit', action }),
    save,
    undo,
    /** The edits go on, merged with what the service has now. */
    takeOver,
    saveMerged: (theirs: StatusGroup, merged: Draft) => {
      takeOver(theirs, merged)
      send({ base: theirs, draft: merged, undoes: null })
    },
    back: () => dispatch({ kind: 'back' }),
    dismiss: () => dispatch({ kind: 'dismiss' }),
  }
}

export type Editor = ReturnType<typeof useEditor>

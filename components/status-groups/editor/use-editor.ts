'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useMemo, useReducer } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { diffGroup } from '@/lib/status-groups/diff'
import { findIssues, type Draft } from '@/lib/status-groups/model'
import type { StatusGroup } from '@/lib/status-groups/schema'
import { openEditor, planUndo, reduceEditor, type EditAction, type LastSave } from './editor-state'
import { describeIssue } from './editor-texts'
import { useRestore } from './use-restore'
import { useSave } from './use-save'

/** The editor of one group: the state machine of `editor-state` with the actions of a person. */
export function useEditor(opened: StatusGroup) {
  const t = useTranslations('statusGroups.editor')
  const format = useFormatter()
  const toast = useToast()
  const [state, dispatch] = useReducer(reduceEditor, opened, openEditor)
  const { edits, phase } = state
  const { base, draft } = edits
  const diff = useMemo(() => diffGroup(base, draft), [base, draft])
  const issues = useMemo(() => findIssues(base, draft), [base, draft])

  const restore = useRestore()
  const { send, remember } = useSave(phase, dispatch, restore.start)
  const isDirty = diff.changes.length > 0

  const save = () => {
    if (phase.kind !== 'editing' || !isDirty) return
    const [issue] = issues.values()
    if (issue === undefined) send({ base, draft, undoes: null })
    else announce(t('announce.notSaved', { issue: describeIssue(t, format, issue) }))
  }

  /** An undo that becomes a pending change is a save like any other, so nothing is restored after it. */
  const restoresWith = (last: LastSave) => restore.canRestore(last) && planUndo(state, last).kind === 'send'

  const undo = (last: LastSave) => {
    const plan = planUndo(state, last)
    if (plan.kind === 'send') send(plan.attempt)
    else if (plan.kind === 'stage') {
      dispatch({ kind: 'stage-undo', save: last, draft: plan.draft })
      announce(t('announce.undoPending'))
    } else if (plan.kind !== 'busy')
      toast.show({ tone: 'attention', title: t('notUndone.title'), description: t(`notUndone.${plan.kind}`) })
  }

  const takeOver = (theirs: StatusGroup, merged: Draft) => {
    dispatch({ kind: 'take-over', draft: merged })
    remember(theirs)
  }

  return {
    edits,
    phase,
    diff,
    issues,
    isDirty,
    isBusy: phase.kind === 'sending',
    /** Nothing can be edited until the result of the save is known. */
    isLocked: phase.kind === 'sending' || phase.kind === 'lost',
    act: (action: EditAction) => dispatch({ kind: 'edit', action }),
    save,
    undo,
    restore,
    restoresWith,
    /** Continues editing with the merged draft. */
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

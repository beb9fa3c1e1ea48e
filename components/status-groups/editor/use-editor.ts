'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useReducer, useRef } from 'react'
import { activityQueries } from '@/lib/activity/queries'
import { assetQueries } from '@/lib/assets/queries'
import { announce } from '@/lib/browser/announce'
import { ApiError } from '@/lib/browser/api'
import { diffGroup } from '@/lib/status-groups/diff'
import { findFaults, type Draft } from '@/lib/status-groups/model'
import { statusGroupCalls, statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroup } from '@/lib/status-groups/schema'
import {
  describeSave,
  openEditor,
  planUndo,
  readFailure,
  reduceEditor,
  type Attempt,
  type EditAction,
  type LastSave,
  type Phase,
} from './editor-state'
import { useSaveNotices } from './use-save-notices'

/** The edit of one group: the state machine of `editor-state`, with the requests it needs and what is said of them. */
export function useEditor(opened: StatusGroup) {
  const notices = useSaveNotices()
  const { readNow, remember, forgetOld } = useGroupCache()
  const [state, dispatch] = useReducer(reduceEditor, opened, openEditor)
  const { stage, phase } = state
  const { base, draft } = stage
  const diff = useMemo(() => diffGroup(base, draft), [base, draft])
  const faults = useMemo(() => findFaults(base, draft), [base, draft])

  const saving = useMutation({
    mutationFn: (attempt: Attempt) =>
      statusGroupCalls.save(attempt.base.groupId, {
        base: attempt.base,
        ...diffGroup(attempt.base, attempt.draft).edit,
      }),
    onSuccess: async ({ outcome, activityId, snapshotCount, wasLookedUp, ...written }, attempt) => {
      if (outcome === 'unknown') {
        dispatch({ kind: 'lost', attempt, activityId })
        announce('The answer was lost. Looking at what the service has.')
        return
      }
      const group = written.group ?? (await readNow(attempt.base.groupId))
      dispatch({ kind: 'saved', attempt, group, activityId, snapshotCount })
      remember(group)
      const save = describeSave(attempt, group, activityId, snapshotCount)
      notices.sayDone(save, { wasLookedUp, undo: () => latestUndo.current(save) })
    },
    onError: (error, attempt) => {
      const answer = readFailure(attempt, error)
      dispatch(answer)
      if (answer.kind !== 'already-there' || answer.group === null) return
      remember(answer.group)
      announce('The group is so already.')
    },
    onSettled: forgetOld,
  })

  const send = (attempt: Attempt) => {
    dispatch({ kind: 'send', attempt })
    saving.mutate(attempt)
  }
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
    } else if (plan.kind !== 'busy') notices.sayNotUndone(plan.kind)
  }
  // The notice with the button outlives the render that made it.
  const latestUndo = useRef(undo)
  useEffect(() => {
    latestUndo.current = undo
  })

  useLostAnswer(phase, async (attempt, { activityId, outcome, outcomeNote, snapshotCount }) => {
    const isDone = outcome === 'done'
    try {
      const group = await readNow(attempt.base.groupId)
      if (isDone) remember(group)
      dispatch(
        isDone
          ? { kind: 'saved', attempt, group, activityId, snapshotCount }
          : { kind: 'not-done', attempt, note: outcomeNote },
      )
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') dispatch({ kind: 'gone', attempt, error: null })
      else if (isDone) dispatch({ kind: 'already-there', attempt, group: null })
      else dispatch({ kind: 'not-done', attempt, note: outcomeNote })
    }
    announce(isDone ? 'The service has the change.' : 'The change did not reach the service.')
    forgetOld()
  })

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

function useGroupCache() {
  const queryClient = useQueryClient()
  return {
    readNow: async (groupId: string) =>
      await queryClient.fetchQuery({ ...statusGroupQueries.opened(groupId), staleTime: 0, retry: 2 }),
    remember: (group: StatusGroup) =>
      void queryClient.setQueryData(statusGroupQueries.opened(group.groupId).queryKey, group),
    /** Lists and logs that a save makes old. */
    forgetOld: () =>
      void Promise.all(
        [statusGroupQueries.board().queryKey, assetQueries.all, activityQueries.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  }
}

interface LookedUp {
  activityId: string
  outcome: 'done' | 'failed'
  outcomeNote: string | null
  snapshotCount: number
}

/** While the answer to a save is lost, asks the log for its outcome until there is one. */
function useLostAnswer(phase: Phase, onFound: (attempt: Attempt, found: LookedUp) => Promise<void>) {
  const lost = phase.kind === 'lost' ? phase : null
  const { data } = useQuery({ ...activityQueries.entry(lost?.activityId ?? ''), enabled: lost !== null })
  const settle = useEffectEvent((found: LookedUp) => {
    if (lost !== null) void onFound(lost.attempt, found)
  })
  const activityId = lost?.activityId ?? null
  useEffect(() => {
    if (data === undefined || data.activityId !== activityId) return
    const { outcome, outcomeNote, snapshotCount } = data
    if (outcome === 'done' || outcome === 'failed') settle({ activityId, outcome, outcomeNote, snapshotCount })
  }, [data, activityId])
}

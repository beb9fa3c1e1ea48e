'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useEffectEvent } from 'react'
import { activityQueries } from '@/lib/activity/queries'
import { assetQueries } from '@/lib/assets/queries'
import { announce } from '@/lib/browser/announce'
import { ApiError } from '@/lib/browser/api'
import { diffGroup } from '@/lib/status-groups/diff'
import { statusGroupCalls, statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroup } from '@/lib/status-groups/schema'
import { describeSave, readFailure, type Attempt, type EditorEvent, type LastSave, type Phase } from './editor-state'
import { useSaveNotices } from './use-save-notices'

/**
 * Sends saves and hands their answers to the state machine. While an answer is lost it asks the log for the outcome.
 * `onUndo` is called from a notice that stays on the page after the save.
 */
export function useSave(phase: Phase, dispatch: Dispatch<EditorEvent>, onUndo: (save: LastSave) => void) {
  const { sayDone } = useSaveNotices()
  const { readNow, remember, forgetOld } = useGroupCache()

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
      sayDone(save, { wasLookedUp, undo: () => onUndo(save) })
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

  return {
    send: (attempt: Attempt) => {
      dispatch({ kind: 'send', attempt })
      saving.mutate(attempt)
    },
    remember,
  }
}

function useGroupCache() {
  const queryClient = useQueryClient()
  return {
    readNow: async (groupId: string) =>
      await queryClient.fetchQuery({ ...statusGroupQueries.opened(groupId), staleTime: 0, retry: 2 }),
    /** The page of the group shows this from now on. */
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

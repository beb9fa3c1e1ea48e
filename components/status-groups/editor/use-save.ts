'use client'

import { useTranslations } from 'next-intl'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useEffectEvent } from 'react'
import { activityQueries } from '@/lib/activity/queries'
import { assetQueries } from '@/lib/assets/queries'
import { announce } from '@/lib/browser/announce'
import { ApiError } from '@/lib/browser/api'
import { diffGroup } from '@/lib/status-groups/diff'
import { statusGroupCalls, statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroup } from '@/lib/status-groups/schema'
import { forgetCounts } from '@/lib/status-groups/view'
import { describeSave, readFailure, type Attempt, type EditorEvent, type LastSave, type Phase } from './editor-state'

/**
 * Sends saves and passes their responses to the state machine. If a response is lost, it checks the log for the
 * outcome. `onUndone` receives the save that was undone.
 */
export function useSave(phase: Phase, dispatch: Dispatch<EditorEvent>, onUndone: (undone: LastSave) => void) {
  const t = useTranslations('statusGroups.editor.announce')
  const { readNow, remember, forgetCountsOf, forgetOld } = useGroupCache()

  const finish = (attempt: Attempt, group: StatusGroup, activityId: string, snapshotCount: number) => {
    remember(group)
    if (describeSave(attempt, group, activityId, snapshotCount).removed.length > 0) forgetCountsOf(group)
    dispatch({ kind: 'saved', attempt, group, activityId, snapshotCount })
    if (attempt.undoes !== null) onUndone(attempt.undoes)
  }

  const saving = useMutation({
    mutationFn: (attempt: Attempt) =>
      statusGroupCalls.save(attempt.base.groupId, {
        base: attempt.base,
        ...diffGroup(attempt.base, attempt.draft).edit,
      }),
    onSuccess: async ({ outcome, activityId, snapshotCount, ...written }, attempt) => {
      if (outcome === 'unknown') {
        dispatch({ kind: 'lost', attempt, activityId })
        announce(t('lost'))
        return
      }
      const group = written.group ?? (await readNow(attempt.base.groupId))
      finish(attempt, group, activityId, snapshotCount)
      announce(attempt.undoes === null ? t('saved') : t('undone'))
    },
    onError: (error, attempt) => {
      const answer = readFailure(attempt, error)
      dispatch(answer)
      if (answer.kind !== 'already-there' || answer.group === null) return
      remember(answer.group)
      announce(t('alreadySaved'))
    },
    onSettled: forgetOld,
  })

  useLostAnswer(phase, async (attempt, { activityId, outcome, outcomeNote, snapshotCount }) => {
    const isDone = outcome === 'done'
    try {
      const group = await readNow(attempt.base.groupId)
      if (isDone) finish(attempt, group, activityId, snapshotCount)
      else dispatch({ kind: 'not-done', attempt, note: outcomeNote })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') dispatch({ kind: 'gone', attempt, error: null })
      else if (isDone) dispatch({ kind: 'already-there', attempt, group: null })
      else dispatch({ kind: 'not-done', attempt, note: outcomeNote })
    }
    announce(isDone ? t('found') : t('notFound'))
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
    /** Shows this version on the page of the group. */
    remember: (group: StatusGroup) =>
      void queryClient.setQueryData(statusGroupQueries.opened(group.groupId).queryKey, group),
    /** Hides the counts from before the save. */
    forgetCountsOf: (group: StatusGroup) =>
      void queryClient.setQueryData(statusGroupQueries.board().queryKey, (board) =>
        board === undefined ? undefined : forgetCounts(board, group),
      ),
    /** Refreshes lists and logs after a save. */
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

/** After a lost response, checks the log until it has the outcome. */
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

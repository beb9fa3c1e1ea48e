'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { activityQueries } from '@/lib/activity/queries'
import { assetQueries } from '@/lib/assets/queries'
import { announce } from '@/lib/browser/announce'
import { ApiError } from '@/lib/browser/api'
import { diffGroup, invertSave } from '@/lib/status-groups/diff'
import { mergeGroups } from '@/lib/status-groups/diff-merge'
import {
  findFaults,
  isSameDraft,
  listRemoved,
  openStage,
  reduceStage,
  toDraft,
  type Draft,
  type Fate,
  type StageAction,
} from '@/lib/status-groups/model'
import { statusGroupCalls, statusGroupQueries } from '@/lib/status-groups/queries'
import { statusGroup, type StatusGroup, type StatusOption } from '@/lib/status-groups/schema'
import { joinNames } from './editor-words'

/** What was asked: the edit from `base` to `draft`. */
export interface Attempt {
  base: StatusGroup
  draft: Draft
  /** Of a save that takes another back: that one. */
  undoes: LastSave | null
}

/** Somebody else saved since `base` was read. */
export interface Meeting extends Attempt {
  theirs: StatusGroup
}

export interface LastSave {
  activityId: string
  before: StatusGroup
  saved: StatusGroup
  removed: readonly StatusOption[]
  fate: Fate | null
  snapshotCount: number
  undoes: LastSave | null
}

/** An outcome that was looked up later, as it turned out. */
export type Truth = { kind: 'done' } | { kind: 'failed'; note: string | null }

/** The edit of one group: its stage, and all that can come of saving it. */
export function useEditor(opened: StatusGroup) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [stage, change] = useReducer(reduceStage, opened, openStage)
  const [meeting, setMeeting] = useState<Meeting | null>(null)
  const [gone, setGone] = useState<Draft | null>(null)
  const [lost, setLost] = useState<(Attempt & { activityId: string }) | null>(null)
  const [truth, setTruth] = useState<Truth | null>(null)
  const [lastSave, setLastSave] = useState<LastSave | null>(null)
  const { base, draft } = stage
  const diff = useMemo(() => diffGroup(base, draft), [base, draft])
  const faults = useMemo(() => findFaults(base, draft), [base, draft])

  const forgetOld = () =>
    void Promise.all(
      [statusGroupQueries.board().queryKey, assetQueries.all, activityQueries.all].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )

  /** `group` is what the service has now. */
  const settle = (attempt: Attempt, group: StatusGroup, activityId: string, snapshotCount: number) => {
    change({ kind: 'rebase', base: group })
    queryClient.setQueryData(statusGroupQueries.opened(group.groupId).queryKey, group)
    const save: LastSave = {
      activityId,
      before: attempt.base,
      saved: group,
      removed: listRemoved(attempt.base, attempt.draft),
      fate: attempt.draft.fate,
      snapshotCount,
      undoes: attempt.undoes,
    }
    setLastSave(save)
    return save
  }

  const saving = useMutation({
    mutationFn: (attempt: Attempt) =>
      statusGroupCalls.save(attempt.base.groupId, {
        base: attempt.base,
        ...diffGroup(attempt.base, attempt.draft).edit,
      }),
    onMutate: () => {
      setTruth(null)
      setLastSave(null)
    },
    onSuccess: async (written, attempt) => {
      if (written.outcome === 'unknown') {
        setLost({ ...attempt, activityId: written.activityId })
        announce('The answer was lost. Looking at what the service has.')
        return
      }
      const group = written.group ?? (await readNow())
      const saved = settle(attempt, group, written.activityId, written.snapshotCount)
      const isUndo = attempt.undoes !== null
      toast.show({
        tone: 'good',
        title: isUndo ? 'Taken back' : `Saved “${group.name}”`,
        ...(written.wasLookedUp ? { description: 'The answer was lost; the service has the change.' } : {}),
        ...(isUndo ? {} : { action: { label: 'Undo', onClick: () => latestUndo.current(saved) } }),
        ...(saved.removed.length === 0 || isUndo
          ? {}
          : { description: `Undo makes ${joinNames(saved.removed.map(({ name }) => name))} anew, without assets.` }),
      })
      announce(isUndo ? 'Taken back.' : 'Saved.')
    },
    onError: (error, attempt) => {
      if (!(error instanceof ApiError)) return
      const current = statusGroup.safeParse(error.current)
      if (error.code === 'conflict' && current.success) meet(attempt, current.data)
      else if (error.code === 'not_found' || (error.code === 'conflict' && error.current === null))
        setGone(attempt.draft)
    },
    onSettled: forgetOld,
  })

  const readNow = async () =>
    await queryClient.fetchQuery({ ...statusGroupQueries.opened(base.groupId), staleTime: 0, retry: 2 })

  /** What is stored is not what the edit was made to: perhaps it is what the edit makes of it already. */
  const meet = (attempt: Attempt, theirs: StatusGroup) => {
    const { draft: merged, conflicts } = mergeGroups(attempt.base, theirs, attempt.draft)
    if (conflicts.length === 0 && isSameDraft(merged, toDraft(theirs))) {
      change({ kind: 'rebase', base: theirs })
      queryClient.setQueryData(statusGroupQueries.opened(theirs.groupId).queryKey, theirs)
      setTruth({ kind: 'done' })
      announce('The group is so already.')
    } else setMeeting({ ...attempt, theirs })
  }

  const send = (attempt: Attempt) => {
    setMeeting(null)
    saving.mutate(attempt)
  }

  const isBusy = saving.isPending
  const isLocked = isBusy || lost !== null
  const isDirty = diff.changes.length > 0

  const save = () => {
    if (isLocked || !isDirty) return
    const [fault] = faults.values()
    if (fault === undefined) send({ base, draft, undoes: null })
    else announce(`Not saved. ${fault}`)
  }

  // The notice with the button outlives the render that made it.
  const undo = (last: LastSave) => {
    const { before, saved } = last
    if (isLocked) return
    // The notice in the corner may be of an earlier save than the latest.
    if (base !== saved) {
      toast.show({
        tone: 'attention',
        title: 'Not taken back',
        description: 'The group was changed again since that save. The history has what it was.',
      })
      return
    }
    if (isDirty) {
      toast.show({
        tone: 'attention',
        title: 'Not taken back',
        description: 'There are new edits on top. Discard them first; then “Undo the save” stands above the statuses.',
      })
      return
    }
    const inverse = invertSave(before, saved)
    // What was added would be removed again, and perhaps assets have it by now: that is for the person to decide.
    if (listRemoved(saved, inverse).length > 0) {
      change({ kind: 'rebase', base: saved, draft: inverse })
      announce('The way back is staged. Choose what happens to assets on the removed statuses, then save.')
      return
    }
    send({ base: saved, draft: inverse, undoes: last })
  }
  const latestUndo = useRef(undo)
  useEffect(() => {
    latestUndo.current = undo
  })

  const settleLost = async (outcome: 'done' | 'failed', note: string | null, snapshotCount: number) => {
    if (lost === null) return
    try {
      const group = await readNow()
      if (outcome === 'done') settle(lost, group, lost.activityId, snapshotCount)
      setTruth(outcome === 'done' ? { kind: 'done' } : { kind: 'failed', note })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') setGone(lost.draft)
      else setTruth(outcome === 'done' ? { kind: 'done' } : { kind: 'failed', note })
    }
    setLost(null)
    announce(outcome === 'done' ? 'The service has the change.' : 'The change did not reach the service.')
    forgetOld()
  }
  useLookUp(lost?.activityId ?? null, settleLost)

  return {
    stage,
    diff,
    faults,
    isDirty,
    isBusy,
    isLocked,
    isLost: lost !== null,
    truth,
    lastSave,
    meeting,
    gone,
    error: saving.error !== null && meeting === null && gone === null && truth === null ? saving.error : null,
    /** Does nothing while a save is under way: what is staged is what was sent. */
    act: (action: StageAction) => {
      if (isLocked) return
      if (saving.error !== null) saving.reset()
      change(action)
    },
    save,
    send,
    undo,
    /** The merged draft goes on as the stage, on what the service has now. */
    takeOver: (theirs: StatusGroup, merged: Draft) => {
      setMeeting(null)
      saving.reset()
      change({ kind: 'rebase', base: theirs, draft: merged })
      queryClient.setQueryData(statusGroupQueries.opened(theirs.groupId).queryKey, theirs)
    },
    closeMeeting: () => setMeeting(null),
    closeGone: () => setGone(null),
    forgetLastSave: () => setLastSave(null),
  }
}

export type Editor = ReturnType<typeof useEditor>

/** Asks the log for an outcome until there is one. */
function useLookUp(
  activityId: string | null,
  onTold: (outcome: 'done' | 'failed', note: string | null, snapshotCount: number) => Promise<void>,
) {
  const { data } = useQuery({ ...activityQueries.entry(activityId ?? ''), enabled: activityId !== null })
  const told = useEffectEvent(onTold)
  useEffect(() => {
    if (data === undefined || data.activityId !== activityId) return
    if (data.outcome === 'done' || data.outcome === 'failed')
      void told(data.outcome, data.outcomeNote, data.snapshotCount)
  }, [data, activityId])
}

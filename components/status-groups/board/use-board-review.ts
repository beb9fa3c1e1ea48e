'use client'

import { useTranslations } from 'next-intl'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { assetChangeCalls } from '@/lib/asset-changes/queries'
import { assetCalls } from '@/lib/assets/queries'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { Reach } from '@/lib/status-groups/schema'
import type { BoardRow } from './type-board-edits'
import type { TypeBoard } from './use-type-board'

/** What the person sees before confirming. */
export interface Shown {
  changed: readonly BoardRow[]
  summary: TypeBoard['summary']
  /** Chosen types that are left out. */
  dropped: number
  reach: Reach | undefined
  countedAt: string | null
}

/** Whether two reviews show the same content. */
function isSameShown(one: Shown, other: Shown): boolean {
  const write = ({ changed, dropped }: Shown) =>
    JSON.stringify([
      dropped,
      changed.map(({ type, now, next, cleared, wasSeenWith }) => [
        [type.typeId, type.name, type.groupId, now?.name, next?.groupId, next?.name, wasSeenWith],
        cleared?.map(({ option, count }) => [option.optionId, option.name, option.color, count]),
      ]),
    ])
  return write(one) === write(other)
}

/**
 * What the review shows. It recounts once when it opens and then stays the same until the person requests an update. So
 * the request contains what the person saw, and the server refuses types that have changed since.
 */
export function useBoardReview(board: TypeBoard) {
  const queryClient = useQueryClient()
  const { rows, edits } = board
  const pending = rows.filter(({ isChanged }) => isChanged)
  const [read, setRead] = useState<Shown | null>(null)

  const counting = useMutation({
    mutationFn: async (typeIds: readonly string[]) => {
      if (typeIds.length > 0) await assetCalls.refresh(typeIds)
    },
    // The board is loaded again even if nothing could be counted, because a type may have another group now.
    onSettled: () => queryClient.fetchQuery({ ...statusGroupQueries.board(), staleTime: 0 }).catch(() => undefined),
  })
  const isLosing = pending.some(({ now }) => now !== null)
  const live: Shown = {
    changed: pending,
    summary: board.summary,
    dropped: edits.pending.size - pending.length,
    reach: board.board?.reach,
    countedAt: counting.isSuccess && isLosing ? new Date(counting.submittedAt).toISOString() : null,
  }
  // Wait until this component has the board that was loaded after the count.
  const isNewest = board.board === queryClient.getQueryData(statusGroupQueries.board().queryKey)
  if (read === null && isNewest && (counting.isSuccess || counting.isError)) setRead(live)
  const shown = read ?? live
  const countAgain = useEffectEvent(() =>
    counting.mutate(
      shown.reach?.assets === 'refused'
        ? []
        : shown.changed.flatMap(({ type, now }) => (now === null ? [] : [type.typeId])),
    ),
  )
  useEffect(() => countAgain(), [])
  return {
    shown,
    recounting: { isCounting: counting.isPending, countedAt: shown.countedAt, error: counting.error },
    /** The count has ended, or the person did not wait for it. */
    isRead: read !== null,
    isOutdated: read !== null && !isSameShown(read, live),
    showNewest: () => setRead(live),
  }
}

/** Starts the change that the review shows. */
export function useAssignTypes({ follow }: TypeBoard, { changed }: Shown, onStarted: () => void) {
  const t = useTranslations('statusGroups.board.review')
  const toast = useToast()
  return useMutation({
    mutationFn: () =>
      assetChangeCalls.assignTypes({
        moves: changed.map(({ type, next }) => ({
          typeId: type.typeId,
          fromGroupId: type.groupId,
          toGroupId: next?.groupId ?? null,
        })),
      }),
    onSuccess: ({ change, leftOut, leftOutNote }) => {
      if (leftOut > 0)
        toast.show({
          tone: 'attention',
          title: t('leftOut', { count: leftOut }),
          description: leftOutNote ?? t('leftOutNote'),
        })
      follow(
        change.changeId,
        changed.map(({ type }) => type.typeId),
      )
      onStarted()
    },
  })
}

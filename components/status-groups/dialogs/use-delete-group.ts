'use client'

import { useTranslations } from 'next-intl'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { activityQueries } from '@/lib/activity/queries'
import { ApiError } from '@/lib/browser/api'
import { statusGroupCalls, statusGroupQueries } from '@/lib/status-groups/queries'
import { statusGroup, type StatusGroup, type StatusGroupWritten } from '@/lib/status-groups/schema'
import { isAnswerLost, useBoardCache } from '@/components/status-groups/board-cache'

const lost = (message: string) => new ApiError(0, 'upstream_unknown', message)

/** Deletes a group. If the response is lost, it searches the log for the deletion instead of sending it again. */
export function useDeleteGroup({
  groupId,
  onDeleted,
  onConflict,
}: {
  groupId: string
  onDeleted: (group: StatusGroup, written: StatusGroupWritten) => void
  onConflict: () => void
}) {
  const t = useTranslations('statusGroups.delete.lost')
  const queryClient = useQueryClient()
  const cache = useBoardCache()
  const [changed, setChanged] = useState<{ before: StatusGroup; after: StatusGroup } | null>(null)

  /** No response arrived. If the console started the deletion, the log contains it. */
  async function recheck(): Promise<StatusGroupWritten> {
    const pages = await queryClient
      .fetchInfiniteQuery({ ...activityQueries.list({ action: 'status-group.delete', objectId: groupId, limit: 1 }) })
      .catch(() => {
        throw lost(t('noLog'))
      })
    const entry = pages.pages[0]?.entries[0]
    if (entry === undefined || entry.outcome === 'failed') throw lost(t('notLogged'))
    return {
      outcome: entry.outcome === 'done' ? 'done' : 'unknown',
      group: null,
      activityId: entry.activityId,
      snapshotCount: entry.snapshotCount,
      wasLookedUp: true,
    }
  }

  const deleting = useMutation({
    mutationFn: async (base: StatusGroup) => {
      try {
        return await statusGroupCalls.remove(groupId, { base, confirmedName: base.name })
      } catch (error) {
        if (!isAnswerLost(error)) throw error
        return await recheck()
      }
    },
    onSuccess: (written, base) => {
      if (written.outcome === 'done') cache.drop(groupId)
      onDeleted(base, written)
    },
    onError: (error, base) => {
      const current =
        error instanceof ApiError && error.code === 'conflict' ? statusGroup.safeParse(error.current) : null
      if (current?.success !== true) return
      setChanged({ before: base, after: current.data })
      onConflict()
      queryClient.setQueryData(statusGroupQueries.deleting(groupId).queryKey, current.data)
    },
    onSettled: () => cache.settle(),
  })
  return {
    start: deleting.mutate,
    isPending: deleting.isPending,
    error: deleting.error,
    /** The changes by another person, if the last try was refused because of them; otherwise null. */
    conflict: deleting.error instanceof ApiError && deleting.error.code === 'conflict' ? changed : null,
  }
}

'use client'

import { useQueryClient } from '@tanstack/react-query'
import { activityQueries } from '@/lib/activity/queries'
import { assetQueries } from '@/lib/assets/queries'
import { describeError } from '@/lib/browser/describe-error'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroup, StatusGroupBoard } from '@/lib/status-groups/schema'

/** Whether a write may have been done although no response arrived. */
export function isAnswerLost(error: unknown): boolean {
  const { code } = describeError(error)
  return code === 'offline' || code === 'unreadable'
}

/** The board in the cache, and functions that refresh everything that shows statuses after a write. */
export function useBoardCache() {
  const queryClient = useQueryClient()
  const { queryKey } = statusGroupQueries.board()
  const edit = (update: (board: StatusGroupBoard) => StatusGroupBoard) =>
    queryClient.setQueryData(queryKey, (board) => (board === undefined ? undefined : update(board)))
  return {
    read: () => queryClient.getQueryData(queryKey),
    /** Refreshes the board and waits for it. Fails if the request fails. */
    readAgain: () => queryClient.fetchQuery({ ...statusGroupQueries.board(), staleTime: 0, retry: false }),
    /** Adds a group that SafetyCulture now has. */
    put: (group: StatusGroup) =>
      edit((board) => ({
        ...board,
        groups: [
          ...board.groups.filter(({ groupId }) => groupId !== group.groupId),
          { ...group, counts: board.groups.find(({ groupId }) => groupId === group.groupId)?.counts ?? null },
        ],
      })),
    /** Removes a group that SafetyCulture no longer has. */
    drop: (groupId: string) =>
      edit((board) => ({
        ...board,
        groups: board.groups.filter((group) => group.groupId !== groupId),
        types: board.types.map((type) => (type.groupId === groupId ? { ...type, groupId: null, counts: null } : type)),
      })),
    settle: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey }),
        queryClient.invalidateQueries({ queryKey: activityQueries.all }),
        queryClient.invalidateQueries({ queryKey: assetQueries.all }),
      ]),
  }
}

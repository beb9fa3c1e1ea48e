'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { assetCalls } from '@/lib/assets/queries'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { Reach, StatusGroup, StatusGroupBoard } from '@/lib/status-groups/schema'
import { readType } from '@/lib/status-groups/view'

export interface Impact {
  /** Types that use the group, each with the number of its assets that have a status of the group; null if unknown. */
  types: Array<{ typeId: string; name: string; count: number | null }>
  /** The statuses, each with the number of assets that have it; null if unknown. */
  statuses: Array<{ optionId: string; name: string; color: string; count: number | null }>
  /** Number of assets that lose their status; null if unknown. */
  total: number | null
  reach: Reach
}

/** What deleting `group` affects, by the counts of the board. */
export function readImpact(board: StatusGroupBoard, group: StatusGroup): Impact {
  const counts = board.groups.find(({ groupId }) => groupId === group.groupId)?.counts ?? null
  const sumOf = (of: Readonly<Record<string, number>> | null) =>
    of === null ? null : group.options.reduce((sum, { optionId }) => sum + (of[optionId] ?? 0), 0)
  return {
    types: group.typeIds
      .map((typeId) => readType(board, typeId, group.groupId))
      .map((type) => ({ typeId: type.typeId, name: type.name, count: sumOf(type.counts) }))
      .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0) || a.name.localeCompare(b.name, 'en')),
    statuses: group.options.map((option) => ({
      ...option,
      count: counts === null ? null : (counts[option.optionId] ?? 0),
    })),
    total: sumOf(counts),
    reach: board.reach,
  }
}

/**
 * What deleting the group affects, after recounting the assets of its types. If that fails, the earlier numbers are used and
 * `countError` says why.
 */
export function useImpact(group: StatusGroup | undefined) {
  const queryClient = useQueryClient()
  const board = useQuery(statusGroupQueries.board())
  const canCount = board.data !== undefined && board.data.reach.assets !== 'refused'
  const counted = useQuery({
    queryKey: ['status-groups', 'counted', group?.groupId, group?.typeIds] as const,
    queryFn: async () => {
      if (group === undefined || group.typeIds.length === 0) return true
      await assetCalls.refresh(group.typeIds)
      await queryClient.fetchQuery({ ...statusGroupQueries.board(), staleTime: 0, retry: false })
      return true
    },
    enabled: group !== undefined && canCount,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return {
    impact: group === undefined || board.data === undefined ? null : readImpact(board.data, group),
    isCounting: canCount && counted.isFetching,
    /** Null without a recount. The numbers are then those of the board. */
    countedAt: counted.isSuccess && !counted.isFetching ? new Date(counted.dataUpdatedAt).toISOString() : null,
    countError: counted.error,
    countAgain: () => void counted.refetch(),
    boardError: board.data === undefined ? board.error : null,
  }
}

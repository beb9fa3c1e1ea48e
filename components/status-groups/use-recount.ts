'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { assetCalls } from '@/lib/assets/queries'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { Recounting } from './count-age'

/** Before numbers decide about assets they are counted again: those of the types that use the group. */
export function useRecount(typeIds: readonly string[]): Recounting & { recount: () => void } {
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess, submittedAt, error } = useMutation({
    mutationFn: () => assetCalls.refresh(typeIds),
    onSettled: () => queryClient.invalidateQueries({ queryKey: statusGroupQueries.board().queryKey }),
  })
  return {
    // Assets of no type have none of its statuses; and an empty list would be read as all.
    recount: () => {
      if (typeIds.length > 0 && !isPending) mutate()
    },
    isCounting: isPending,
    countedAt: isSuccess ? new Date(submittedAt).toISOString() : null,
    error,
  }
}

'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { assetCalls } from '@/lib/assets/queries'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { Recounting } from './count-age'

/** Recounts the assets of the types that use a group, so that the person decides by current numbers. */
export function useRecount(typeIds: readonly string[]): Recounting & { recount: () => void } {
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess, submittedAt, error } = useMutation({
    mutationFn: () => assetCalls.refresh(typeIds),
    onSettled: () => queryClient.invalidateQueries({ queryKey: statusGroupQueries.board().queryKey }),
  })
  return {
    // Without types, no asset can have a status of the group. The API takes an empty list to mean all types.
    recount: () => {
      if (typeIds.length > 0 && !isPending) mutate()
    },
    isCounting: isPending,
    countedAt: isSuccess ? new Date(submittedAt).toISOString() : null,
    error,
  }
}

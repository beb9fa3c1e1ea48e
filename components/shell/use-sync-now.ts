'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { requestSync, systemQueries } from '@/lib/system/queries'

export interface SyncNow {
  run: () => void
  isRunning: boolean
}

/** Asks for a sync pass at once. How it goes is seen in the status, which is read again right away. */
export function useSyncNow(): SyncNow {
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => requestSync(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemQueries.status().queryKey }),
    onError: (error) =>
      toast.show({ tone: 'bad', title: 'No sync was started', description: describeError(error).message }),
  })
  return { run: () => mutate(), isRunning: isPending }
}

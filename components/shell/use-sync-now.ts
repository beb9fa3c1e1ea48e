'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { requestSync, systemQueries } from '@/lib/system/queries'

export interface SyncNow {
  run: () => void
  isRunning: boolean
}

/** Starts a sync. Its progress is part of the status, which is refetched right away. */
export function useSyncNow(): SyncNow {
  const t = useTranslations('shell.freshness')
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => requestSync(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemQueries.status().queryKey }),
    onError: (error) => toast.show({ tone: 'bad', title: t('syncFailed'), description: describeError(error).message }),
  })
  return { run: () => mutate(), isRunning: isPending }
}

'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, RotateCw, Square, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button, IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { exportCalls, exportQueries } from '@/lib/exports/queries'
import type { ExportJobSummary, ExportRetry } from '@/lib/exports/schema'
import { retryStates } from '@/lib/exports/values-model'

interface Action {
  label: string
  icon: typeof RotateCw
  run: () => void
  isDanger: boolean
}

/**
 * The actions that a job offers in its state, as buttons. The action that removes the job is in a menu, and with
 * `isCompact` all of them are.
 */
export function JobActions({
  job,
  isCompact = false,
  onForgotten,
}: {
  job: ExportJobSummary
  isCompact?: boolean
  onForgotten?: () => void
}) {
  const t = useTranslations('exports.job')
  const { actions, isBusy } = useJobActions(job, onForgotten)
  if (actions.length === 0) return null
  const inMenu = isCompact ? actions : actions.filter(({ isDanger }) => isDanger)
  return (
    <>
      {!isCompact &&
        actions
          .filter(({ isDanger }) => !isDanger)
          .map(({ label, icon, run }) => (
            <Button key={label} icon={icon} busy={isBusy} onClick={run}>
              {label}
            </Button>
          ))}
      {inMenu.length > 0 && (
        <Menu
          trigger={
            <IconButton
              label={t('options')}
              icon={Ellipsis}
              size={isCompact ? 'sm' : 'md'}
              busy={isCompact && isBusy}
            />
          }
        >
          {inMenu.map(({ label, icon, run, isDanger }) => (
            <MenuItem key={label} icon={icon} onSelect={run} tone={isDanger ? 'bad' : 'neutral'}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}

function useJobActions(job: ExportJobSummary, onForgotten: (() => void) | undefined) {
  const t = useTranslations('exports.job')
  const toast = useToast()
  const queryClient = useQueryClient()
  const settled = () => queryClient.invalidateQueries({ queryKey: exportQueries.all })
  const refuse = (title: string) => (error: unknown) =>
    toast.show({ tone: 'bad', title, description: describeError(error).message })

  const cancel = useMutation({
    mutationFn: () => exportCalls.cancel(job.jobId),
    onSettled: settled,
    onSuccess: () =>
      toast.show({
        title: t('cancelled.title'),
        description: t('cancelled.text'),
      }),
    onError: refuse(t('failure.cancel')),
  })
  const retry = useMutation({
    mutationFn: (states: ExportRetry['states']) => exportCalls.retry(job.jobId, { states }),
    onSettled: settled,
    onError: refuse(t('failure.retry')),
  })
  const remove = useMutation({
    mutationFn: () => exportCalls.forget(job.jobId),
    onSuccess: () => onForgotten?.(),
    onSettled: settled,
    onError: refuse(t('failure.remove')),
  })

  const actions: Action[] = []
  const add = (label: string, icon: typeof RotateCw, run: () => void, isDanger = false) =>
    actions.push({ label, icon, run, isDanger })
  if (job.mayChange) {
    const isOne = job.total === 1
    for (const state of retryStates) {
      const count = job[state]
      if (count > 0)
        add(isOne ? t('actions.retry') : t(`actions.retryMany.${state}`, { count }), RotateCw, () =>
          retry.mutate([state]),
        )
    }
    if (job.open > 0) add(t('actions.cancel'), Square, () => cancel.mutate())
    else add(t('actions.remove'), Trash2, () => remove.mutate(), true)
  }
  return { actions, isBusy: cancel.isPending || retry.isPending || remove.isPending }
}

'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, RotateCw, Square, Trash2 } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { exportCalls, exportQueries } from '@/lib/exports/queries'
import type { ExportJobSummary, ExportRetry } from '@/lib/exports/schema'

interface Action {
  label: string
  icon: typeof RotateCw
  run: () => void
  isDanger?: boolean
}

/** What may be done with a job, by its state: in a menu where there is little room, else as buttons. */
export function JobActions({
  job,
  isCompact = false,
  onForgotten,
}: {
  job: ExportJobSummary
  isCompact?: boolean
  onForgotten?: () => void
}) {
  const { actions, isBusy } = useJobActions(job, onForgotten)
  if (actions.length === 0) return null
  if (isCompact)
    return (
      <Menu trigger={<IconButton label="What to do with this export" icon={Ellipsis} size="sm" busy={isBusy} />}>
        {actions.map(({ label, icon, run, isDanger }) => (
          <MenuItem key={label} icon={icon} onSelect={run} tone={isDanger === true ? 'bad' : 'neutral'}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    )
  return (
    <>
      {actions.map(({ label, icon, run, isDanger }) => (
        <Button
          key={label}
          icon={icon}
          busy={isBusy}
          onClick={run}
          variant={isDanger === true ? 'danger' : 'secondary'}
        >
          {label}
        </Button>
      ))}
    </>
  )
}

function useJobActions(job: ExportJobSummary, onForgotten: (() => void) | undefined) {
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
        title: 'Nothing more of it is started or asked for',
        description: 'What the service makes already cannot be stopped there. You can take the export up again.',
      }),
    onError: refuse('The export was not cancelled'),
  })
  const retry = useMutation({
    mutationFn: (states: ExportRetry['states']) => exportCalls.retry(job.jobId, { states }),
    onSettled: settled,
    onError: refuse('Nothing was tried again'),
  })
  const remove = useMutation({
    mutationFn: () => exportCalls.forget(job.jobId),
    onSuccess: () => onForgotten?.(),
    onSettled: settled,
    onError: refuse('The export was not removed'),
  })

  const actions: Action[] = []
  const add = (label: string, icon: typeof RotateCw, run: () => void, isDanger = false) =>
    actions.push({ label, icon, run, isDanger })
  if (job.mayChange) {
    const isOne = job.total === 1
    if (job.failed > 0)
      add(isOne ? 'Try again' : `Retry ${formatCount(job.failed)} failed`, RotateCw, () => retry.mutate(['failed']))
    if (job.unknown > 0)
      add(isOne ? 'Start it again' : `Start ${formatCount(job.unknown)} not known again`, RotateCw, () =>
        retry.mutate(['unknown']),
      )
    if (job.cancelled > 0)
      add(isOne ? 'Take it up again' : `Take ${formatCount(job.cancelled)} cancelled up again`, RotateCw, () =>
        retry.mutate(['cancelled']),
      )
    if (job.open > 0) add('Cancel the export', Square, () => cancel.mutate())
    else add('Remove from the list', Trash2, () => remove.mutate(), true)
  }
  return { actions, isBusy: cancel.isPending || retry.isPending || remove.isPending }
}

'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, RotateCw, Square } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { assetChangeCalls, assetChangeQueries } from '@/lib/asset-changes/queries'
import type { ChangeRetry, ChangeSummary } from '@/lib/asset-changes/schema'
import { useMay } from '@/lib/browser/actor'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { RestoreButton } from './restore-button'
import { UndoButton } from './undo-button'

/** What may be done with a change, by how it stands. */
export function ChangeActions({ change }: { change: ChangeSummary }) {
  const toast = useToast()
  const queryClient = useQueryClient()
  const settled = () => queryClient.invalidateQueries({ queryKey: assetChangeQueries.all })
  const refuse = (title: string) => (error: unknown) =>
    toast.show({ tone: 'bad', title, description: describeError(error).message })
  const cancel = useMutation({
    mutationFn: () => assetChangeCalls.cancel(change.changeId),
    onSuccess: () =>
      toast.show({ title: 'Nothing more of it is sent', description: 'What was done already stays done.' }),
    onSettled: settled,
    onError: refuse('The change was not cancelled'),
  })
  const retry = useMutation({
    mutationFn: (state: ChangeRetry['states'][number]) => assetChangeCalls.retry(change.changeId, { states: [state] }),
    onSettled: settled,
    onError: refuse('Nothing was tried again'),
  })
  const { kind, open, done, failed, unknown, cancelled, snapshotCount, mayChange, ofChangeId, changeId } = change
  const isTrying = (state: ChangeRetry['states'][number]) => retry.isPending && retry.variables === state
  const hasEnded = open === 0
  return (
    <>
      {mayChange && failed > 0 && (
        <Button
          icon={RotateCw}
          variant={hasEnded ? 'primary' : 'secondary'}
          busy={isTrying('failed')}
          onClick={() => retry.mutate('failed')}
        >
          Retry {formatCount(failed)} failed
        </Button>
      )}
      {mayChange && unknown > 0 && (
        <Button icon={Eye} busy={isTrying('unknown')} onClick={() => retry.mutate('unknown')}>
          Look again at {formatCount(unknown)} not known
        </Button>
      )}
      {mayChange && cancelled > 0 && (
        <Button icon={RotateCw} busy={isTrying('cancelled')} onClick={() => retry.mutate('cancelled')}>
          Take {formatCount(cancelled)} cancelled up again
        </Button>
      )}
      {mayChange && hasEnded && done > 0 && kind === 'assign-types' && <UndoButton change={change} />}
      {hasEnded && snapshotCount > 0 && <RestoreButton source={{ changeId }} count={snapshotCount} />}
      {hasEnded && ofChangeId !== null && kind === 'assign-types' && <RestoreOfUndone changeId={ofChangeId} />}
      {mayChange && !hasEnded && (
        <Button icon={Square} busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the {formatCount(open)} to go
        </Button>
      )}
    </>
  )
}

/** The groups were assigned back: what the change that was taken back had cleared can be set again now. */
function RestoreOfUndone({ changeId }: { changeId: string }) {
  const mayRestore = useMay('assets:write')
  const { data } = useQuery({ ...assetChangeQueries.one(changeId), enabled: mayRestore })
  return data === undefined || data.snapshotCount === 0 ? null : (
    <RestoreButton source={{ changeId }} count={data.snapshotCount} />
  )
}

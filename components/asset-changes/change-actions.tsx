'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, RotateCw, Square } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { assetChangeCalls, assetChangeQueries } from '@/lib/asset-changes/queries'
import type { AssetChangeRead, ChangeRetry } from '@/lib/asset-changes/schema'
import { useMay } from '@/lib/browser/actor'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { planRemedy } from './remedy'
import { RestoreButton } from './restore-button'
import { UndoButton } from './undo-button'

/** What may be done with a change, by how it stands. */
export function ChangeActions({ change }: { change: AssetChangeRead }) {
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
  const { kind, open, done, failed, unknown, cancelled, snapshotCount, mayChange, ofChangeId } = change
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
      {hasEnded && (done > 0 || snapshotCount > 0) && <Remedies change={change} />}
      {hasEnded && ofChangeId !== null && kind === 'assign-types' && <RestoreOfUndone changeId={ofChangeId} />}
      {mayChange && !hasEnded && (
        <Button icon={Square} busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the {formatCount(open)} to go
        </Button>
      )}
    </>
  )
}

/** Undoing, with the statuses that are restored by it, and restoring: each only where it can succeed. */
function Remedies({ change }: { change: AssetChangeRead }) {
  const { data: board } = useQuery(statusGroupQueries.board())
  if (board === undefined) return null
  const remedy = planRemedy(change, board)
  return (
    <>
      {change.mayChange && remedy.types > 0 && <UndoButton change={change} remedy={remedy} />}
      <RestoreButton source={{ changeId: change.changeId }} count={remedy.restorable} />
    </>
  )
}

/** The groups were assigned back: what the change that was undone had cleared can be set again now. */
function RestoreOfUndone({ changeId }: { changeId: string }) {
  const mayRestore = useMay('assets:write')
  const { data } = useQuery({ ...assetChangeQueries.one(changeId), enabled: mayRestore })
  const { data: board } = useQuery({ ...statusGroupQueries.board(), enabled: mayRestore })
  if (data === undefined || board === undefined) return null
  return <RestoreButton source={{ changeId }} count={planRemedy(data, board).restorable} />
}

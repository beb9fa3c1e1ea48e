'use client'

import { useTranslations } from 'next-intl'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, RotateCw, Square } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { assetChangeCalls, assetChangeQueries } from '@/lib/asset-changes/queries'
import type { AssetChangeRead, ChangeRetry } from '@/lib/asset-changes/schema'
import { useMay } from '@/lib/browser/sign-in/actor'
import { describeError } from '@/lib/browser/describe-error'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { planRemedy } from './remedy'
import { RestoreButton } from './restore-button'
import { UndoButton } from './undo-button'

/** The buttons of a change, which depend on its state. */
export function ChangeActions({ change }: { change: AssetChangeRead }) {
  const t = useTranslations('assetChanges')
  const toast = useToast()
  const queryClient = useQueryClient()
  const settled = () => queryClient.invalidateQueries({ queryKey: assetChangeQueries.all })
  const refuse = (title: string) => (error: unknown) =>
    toast.show({ tone: 'bad', title, description: describeError(error).message })
  const cancel = useMutation({
    mutationFn: () => assetChangeCalls.cancel(change.changeId),
    onSettled: settled,
    onError: refuse(t('cancel.failed')),
  })
  const retry = useMutation({
    mutationFn: (state: ChangeRetry['states'][number]) => assetChangeCalls.retry(change.changeId, { states: [state] }),
    onSettled: settled,
    onError: refuse(t('retry.failed')),
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
          {t('actions.retryFailed', { count: failed })}
        </Button>
      )}
      {mayChange && unknown > 0 && (
        <Button icon={Eye} busy={isTrying('unknown')} onClick={() => retry.mutate('unknown')}>
          {t('actions.checkUnknown', { count: unknown })}
        </Button>
      )}
      {mayChange && cancelled > 0 && (
        <Button icon={RotateCw} busy={isTrying('cancelled')} onClick={() => retry.mutate('cancelled')}>
          {t('actions.resume', { count: cancelled })}
        </Button>
      )}
      {hasEnded && (done > 0 || snapshotCount > 0) && <Remedies change={change} />}
      {hasEnded && ofChangeId !== null && kind === 'assign-types' && <RestoreOfUndone changeId={ofChangeId} />}
      {mayChange && !hasEnded && (
        <Button icon={Square} busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('actions.cancel', { count: open })}
        </Button>
      )}
    </>
  )
}

/** The buttons for undo and restore; each is shown only if it can succeed. */
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

/** After an undo, the statuses that the undone change had cleared can be set again. */
function RestoreOfUndone({ changeId }: { changeId: string }) {
  const mayRestore = useMay('assets:write')
  const { data } = useQuery({ ...assetChangeQueries.one(changeId), enabled: mayRestore })
  const { data: board } = useQuery({ ...statusGroupQueries.board(), enabled: mayRestore })
  if (data === undefined || board === undefined) return null
  return <RestoreButton source={{ changeId }} count={planRemedy(data, board).restorable} />
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { changeHref } from '@/components/asset-changes/links'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { changeAssetsMax } from '@/lib/asset-changes/schema'
import type { AssetFilter } from '@/lib/assets/schema'
import { formatCount } from '@/lib/browser/numbers'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { isAnswerLost } from '@/components/assets/follow-change'
import { StatusChoices, type StatusChoice } from './status-choices'
import { planStatuses } from './status-plan'
import type { AssetSelecting } from '@/components/assets/use-asset-selection'
import { useStartChange } from './use-start-change'
import { useTypeCounts } from './use-type-counts'
import { countAssets } from '@/components/assets/words'

/** Above this number the person is asked once more. */
const confirmAbove = 20
/** How many the service lets us set in a minute, each with the read that proves it. */
const perMinute = 400

/** Chooses a status for all that is selected, says beforehand who can take it, and starts the change. */
export function SetStatusDialog({
  selecting,
  filter,
  total,
  onStarted,
  onClose,
}: {
  selecting: AssetSelecting
  filter: AssetFilter
  total: number | null
  onStarted: (changeId: string) => void
  onClose: () => void
}) {
  const board = useQuery(statusGroupQueries.board())
  const counted = useTypeCounts(selecting, filter)
  const [choice, setChoice] = useState<StatusChoice | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const starting = useStartChange({ selecting, filter, onStarted })
  const count = selecting.count(total) ?? 0
  const plan = board.data === undefined || counted.counts === null ? null : planStatuses(board.data, counted.counts)
  const error = board.error ?? counted.error
  const isTooMany = count > changeAssetsMax
  const go = () => {
    if (choice === null) return
    if (choice.takes > confirmAbove && !isConfirming) setConfirming(true)
    else void starting.start(choice)
  }
  const verb = choice === null ? 'Set status' : describeAct(choice)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !starting.isStarting && onClose()}
      title={isConfirming ? `${verb}?` : `Set the status of ${countAssets(count)}`}
      footer={
        <>
          <Button
            variant="ghost"
            disabled={starting.isStarting}
            onClick={() => (isConfirming ? setConfirming(false) : onClose())}
          >
            {isConfirming ? 'Back' : 'Cancel'}
          </Button>
          <Button
            variant="primary"
            icon={Tag}
            busy={starting.isStarting}
            disabled={choice === null || isTooMany || choice.takes === 0}
            onClick={go}
          >
            {choice !== null && choice.takes > confirmAbove && !isConfirming ? `${verb}…` : verb}
          </Button>
        </>
      }
    >
      <div className="space-y-4 text-sm">
        {starting.error !== null && <StartFailure error={starting.error} />}
        {isTooMany && (
          <p role="alert" className="rounded border border-attention/30 bg-attention-soft p-3">
            One change takes at most {formatCount(changeAssetsMax)} assets, and {formatCount(count)} are selected.
            Narrow the list by a filter and do it in parts.
          </p>
        )}
        {error !== null && plan === null && (
          <ErrorNotice
            error={error}
            title="What the selection can take could not be read"
            kept="Nothing was changed, and the selection is kept."
            onRetry={() => {
              void board.refetch()
              counted.retry()
            }}
          />
        )}
        {plan === null && error === null && (
          <div className="space-y-2">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-8 w-full" />
            <Skeleton className="h-8 w-full" />
          </div>
        )}
        {plan !== null &&
          (isConfirming && choice !== null ? (
            <Confirmation choice={choice} />
          ) : (
            <StatusChoices plan={plan} choice={choice} onChoose={setChoice} />
          ))}
      </div>
    </Dialog>
  )
}

function describeAct({ optionId, name, takes }: StatusChoice): string {
  return optionId === null ? `Clear the status of ${countAssets(takes)}` : `Set ${countAssets(takes)} to ${name}`
}

function Confirmation({ choice }: { choice: StatusChoice }) {
  const minutes = Math.ceil(choice.takes / perMinute)
  return (
    <div className="space-y-2">
      <p>
        {choice.optionId === null ? (
          <>
            <strong className="font-semibold">{countAssets(choice.takes)}</strong> lose the status that they have; those
            without one stay as they are.
          </>
        ) : (
          <>
            <strong className="font-semibold">{countAssets(choice.takes)}</strong> get the status “{choice.name}” in
            place of the one that they have.
          </>
        )}{' '}
        The log keeps what each had.
      </p>
      {choice.leftOut !== null && <p>{choice.leftOut}.</p>}
      <p className="text-ink-muted">
        They are set one by one under the service’s limit: about {formatCount(minutes)}{' '}
        {minutes === 1 ? 'minute' : 'minutes'}. It goes on by itself when this page is closed, and can be cancelled on
        the way.
      </p>
    </div>
  )
}

/** A start that failed: what is certain about it, and what is not. */
function StartFailure({ error }: { error: unknown }) {
  const isLost = isAnswerLost(error)
  return (
    <div>
      <ErrorNotice
        error={error}
        title={isLost ? 'The change was not started' : 'The change was refused'}
        kept={
          isLost
            ? 'The answer was lost, and no change of yours stands in the list of changes. Nothing was changed so far, and the selection is kept.'
            : 'Nothing was changed, and the selection is kept.'
        }
      />
      {isLost && (
        <p className="mt-2">
          Before you try again, look at the{' '}
          <Link href={changeHref()} className="text-accent-ink underline underline-offset-2">
            changes
          </Link>
          : it may have begun late.
        </p>
      )}
    </div>
  )
}

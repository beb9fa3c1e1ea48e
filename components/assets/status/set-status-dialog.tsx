'use client'

import { linkTo, strongText } from '@/components/status/rich'
import { useTranslations } from 'next-intl'
import type { Translator } from '@/lib/messages/translator'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { useState } from 'react'
import { changeHref } from '@/components/asset-changes/links'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { changeAssetsMax } from '@/lib/asset-changes/values-model'
import type { AssetFilter } from '@/lib/assets/schema'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { isAnswerLost } from '@/components/assets/follow-change'
import { StatusChoices, type StatusChoice } from './status-choices'
import { planStatuses } from './status-plan'
import type { AssetSelecting } from '@/components/assets/use-asset-selection'
import { useStartChange } from './use-start-change'
import { useTypeCounts } from './use-type-counts'

/** More assets than this need a confirmation. */
const confirmAbove = 20
/** Statuses that can be set in a minute, each with the request that confirms it. */
const perMinute = 400

/** Chooses a status for the selection, shows which assets can have it, and starts the change. */
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
  const t = useTranslations('assets.bulk')
  const common = useTranslations('common')
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
  const action = choice === null ? t('actions.set') : describeAct(t, choice)
  const asksFirst = choice !== null && choice.takes > confirmAbove && !isConfirming
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !starting.isStarting && onClose()}
      title={isConfirming ? t('confirmTitle', { action }) : t('title', { count })}
      footer={
        <>
          <Button
            variant="ghost"
            disabled={starting.isStarting}
            onClick={() => (isConfirming ? setConfirming(false) : onClose())}
          >
            {isConfirming ? t('actions.back') : common('cancel')}
          </Button>
          <Button
            variant="primary"
            icon={Tag}
            busy={starting.isStarting}
            disabled={choice === null || isTooMany || choice.takes === 0}
            onClick={go}
          >
            {asksFirst ? t('actions.openConfirmation', { action }) : action}
          </Button>
        </>
      }
    >
      <div className="space-y-4 text-sm">
        {starting.error !== null && <StartFailure error={starting.error} />}
        {isTooMany && (
          <p role="alert" className="rounded border border-attention/30 bg-attention-soft p-3">
            {t('tooMany', { max: changeAssetsMax, count })}
          </p>
        )}
        {error !== null && plan === null && (
          <ErrorNotice
            error={error}
            title={t('loadFailed')}
            kept={t('kept')}
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

function describeAct(t: Translator<'assets.bulk'>, { optionId, name, takes }: StatusChoice): string {
  return optionId === null ? t('actions.clear', { count: takes }) : t('actions.setTo', { count: takes, name })
}

function Confirmation({ choice }: { choice: StatusChoice }) {
  const t = useTranslations('assets.bulk.confirmation')
  return (
    <div className="space-y-2">
      <p>
        {choice.optionId === null
          ? t.rich('clears', { count: choice.takes, strong: strongText })
          : t.rich('sets', { count: choice.takes, name: choice.name, strong: strongText })}
      </p>
      {choice.leftOut !== null && <p>{choice.leftOut}</p>}
      <p className="text-ink-muted">{t('duration', { minutes: Math.ceil(choice.takes / perMinute) })}</p>
    </div>
  )
}

/** A change that did not start, or may not have started. */
function StartFailure({ error }: { error: unknown }) {
  const t = useTranslations('assets.bulk.failure')
  const isLost = isAnswerLost(error)
  return (
    <div>
      <ErrorNotice error={error} title={isLost ? t('lost') : t('refused')} kept={isLost ? t('lostKept') : t('kept')} />
      {isLost && (
        <p className="mt-2">
          {t.rich('lostNext', {
            link: linkTo(changeHref()),
          })}
        </p>
      )}
    </div>
  )
}

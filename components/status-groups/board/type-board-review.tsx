'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { ArrowRight, TriangleAlert } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { CountAge } from '@/components/status-groups/count-age'
import { StatusChip } from '@/components/status/status-chip'
import { type BoardRow, sumCleared } from './type-board-edits'
import { usePendingTexts } from './type-board-texts'
import { useAssignTypes, useBoardReview } from './use-board-review'
import type { TypeBoard } from './use-type-board'

/**
 * All pending changes with the statuses they clear, which were just recounted, and the button that applies the changes.
 */
export function TypeBoardReview({ board, onClose }: { board: TypeBoard; onClose: () => void }) {
  const t = useTranslations('statusGroups.board.review')
  const { applyLabel, describeSummary } = usePendingTexts()
  const review = useBoardReview(board)
  const { changed, summary, reach } = review.shown
  const start = useAssignTypes(board, review.shown, onClose)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !start.isPending) onClose()
      }}
      size="lg"
      title={describeSummary(summary)}
      footer={
        <>
          <Button disabled={start.isPending} onClick={onClose}>
            {t('actions.back')}
          </Button>
          <Button
            variant="primary"
            data-autofocus
            busy={start.isPending}
            disabled={!review.isRead || changed.length === 0}
            onClick={() => start.mutate()}
          >
            {applyLabel(summary)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <Warning summary={summary} canKeep={reach?.assets === 'listed'} />
        <ReviewNotes review={review} isSending={start.isPending} />
        {changed.length === 0 ? (
          <p>{t('nothing')}</p>
        ) : (
          <ul aria-label={t('list')} className="divide-y divide-line rounded border border-line">
            {changed.map((row) => (
              <ReviewRow key={row.type.typeId} row={row} />
            ))}
          </ul>
        )}
        {start.error !== null && <ErrorNotice error={start.error} title={t('failed')} kept={t('kept')} />}
      </div>
    </Dialog>
  )
}

/** The age of the counts, and what has changed since. */
function ReviewNotes({ review, isSending }: { review: ReturnType<typeof useBoardReview>; isSending: boolean }) {
  const t = useTranslations('statusGroups.board.review')
  const { shown, recounting, isRead, isOutdated, showNewest } = review
  const { dropped, reach } = shown
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <CountAge reach={reach} recounting={recounting} />
        {recounting.isCounting && !isRead && (
          <Button size="sm" variant="ghost" onClick={showNewest}>
            {t('actions.usePrevious')}
          </Button>
        )}
      </div>
      {isOutdated && !isSending && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <output className="text-attention">{t('outdated')}</output>
          <Button size="sm" onClick={showNewest}>
            {t('actions.update')}
          </Button>
        </div>
      )}
      {dropped > 0 && <p className="text-attention">{t('dropped', { count: dropped })}</p>}
    </>
  )
}

function Warning({ summary, canKeep }: { summary: TypeBoard['summary']; canKeep: boolean }) {
  const t = useTranslations('statusGroups.board.review')
  if (summary.cleared === 0 && summary.uncounted === 0) return <p className="text-ink-muted">{t('harmless')}</p>
  return (
    <div className="flex gap-3 rounded border border-attention/30 bg-attention-soft p-3">
      <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
      <p>{canKeep ? t('warning') : t('warningUnrecorded')}</p>
    </div>
  )
}

function ReviewRow({ row: { type, now, next, cleared, wasSeenWith } }: { row: BoardRow }) {
  const t = useTranslations('statusGroups.board.review')
  const none = useTranslations('status')('noGroup')
  const format = useFormatter()
  const total = sumCleared(cleared)
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{type.name}</span>
        <span className="flex min-w-0 flex-wrap items-center gap-2 text-ink-muted">
          <span>{now?.name ?? none}</span>
          <ArrowRight aria-label={t('to')} size={14} strokeWidth={1.75} className="shrink-0" />
          <span className="text-ink">{next?.name ?? none}</span>
        </span>
        {wasSeenWith !== undefined && <Badge tone="attention">{t('changedSince')}</Badge>}
      </p>
      {cleared === null ? (
        <p className="text-attention">{t('uncounted')}</p>
      ) : total === 0 ? (
        <p className="text-ink-muted">{t('noneCleared')}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-attention tabular-nums">{t('clears', { count: total })}</span>
          {cleared.map(({ option, count }) => (
            <span key={option.optionId} className="inline-flex min-w-0 items-center gap-1.5 tabular-nums">
              {format.number(count)} <StatusChip name={option.name} color={option.color} />
            </span>
          ))}
        </p>
      )}
    </li>
  )
}

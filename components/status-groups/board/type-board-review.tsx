'use client'

import { ArrowRight, TriangleAlert } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { formatCount } from '@/lib/browser/numbers'
import { CountAge } from '@/components/status-groups/count-age'
import { StatusChip } from '@/components/status/status-chip'
import { type BoardRow, sumCleared } from './type-board-stage'
import { applyLabel, countTypeWords, describeSummary, noGroup } from './type-board-words'
import { useAssignTypes, useBoardReview } from './use-board-review'
import type { TypeBoard } from './use-type-board'

/** Everything that is staged, with what it clears, counted again just before; and the one button that does it. */
export function TypeBoardReview({ board, onClose }: { board: TypeBoard; onClose: () => void }) {
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
            Back to the board
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
          <p>Nothing is left to assign.</p>
        ) : (
          <ul aria-label="What changes" className="divide-y divide-line rounded border border-line">
            {changed.map((row) => (
              <ReviewRow key={row.type.typeId} row={row} />
            ))}
          </ul>
        )}
        {start.error !== null && (
          <ErrorNotice error={start.error} title="Nothing was assigned" kept="What you staged is still here." />
        )}
      </div>
    </Dialog>
  )
}

/** How old the counts are, and what has changed since they were read. */
function ReviewNotes({ review, isSending }: { review: ReturnType<typeof useBoardReview>; isSending: boolean }) {
  const { shown, recounting, isRead, isOutdated, showNewest } = review
  const { dropped, reach } = shown
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <CountAge reach={reach} recounting={recounting} />
        {recounting.isCounting && !isRead && (
          <Button size="sm" variant="ghost" onClick={showNewest}>
            Go on with the numbers of before
          </Button>
        )}
      </div>
      {isOutdated && !isSending && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <output className="text-attention">
            This has changed since you read it. What stands here is what would be sent; a type that has another group by
            now would be refused.
          </output>
          <Button size="sm" onClick={showNewest}>
            Show it as it is now
          </Button>
        </div>
      )}
      {dropped > 0 && (
        <p className="text-attention">
          {countTypeWords(dropped)} of those you chose {dropped === 1 ? 'is' : 'are'} left out: by now{' '}
          {dropped === 1 ? 'it has that group or' : 'they have that group or'} the group is not there any more.
        </p>
      )}
    </>
  )
}

function Warning({ summary, canKeep }: { summary: TypeBoard['summary']; canKeep: boolean }) {
  if (summary.cleared === 0 && summary.uncounted === 0)
    return <p className="text-ink-muted">No asset of these types has a status that would be cleared.</p>
  return (
    <div className="flex gap-3 rounded border border-attention/30 bg-attention-soft p-3">
      <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
      <p>
        A type has one group. When it gets another or none, the service clears the statuses its assets have of the group
        before, and cannot restore them.{' '}
        {canKeep
          ? 'This console keeps in its log which assets had which, and can set them again one by one after the group is assigned back.'
          : 'Assets cannot be listed now, so the log of this console cannot keep which assets had which: what is cleared is lost.'}
      </p>
    </div>
  )
}

function ReviewRow({ row: { type, now, next, cleared, wasSeenWith } }: { row: BoardRow }) {
  const total = sumCleared(cleared)
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{type.name}</span>
        <span className="flex min-w-0 flex-wrap items-center gap-2 text-ink-muted">
          <span>{now?.name ?? noGroup}</span>
          <ArrowRight aria-label="to" size={14} strokeWidth={1.75} className="shrink-0" />
          <span className="text-ink">{next?.name ?? noGroup}</span>
        </span>
        {wasSeenWith !== undefined && <Badge tone="attention">Its group was changed since you chose</Badge>}
      </p>
      {cleared === null ? (
        <p className="text-attention">Nobody can count what is cleared: assets cannot be listed.</p>
      ) : total === 0 ? (
        <p className="text-ink-muted">Clears nothing.</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-attention tabular-nums">
            Clears {formatCount(total)} {total === 1 ? 'status' : 'statuses'}:
          </span>
          {cleared.map(({ option, count }) => (
            <span key={option.optionId} className="inline-flex min-w-0 items-center gap-1.5 tabular-nums">
              {formatCount(count)} <StatusChip name={option.name} color={option.color} />
            </span>
          ))}
        </p>
      )}
    </li>
  )
}

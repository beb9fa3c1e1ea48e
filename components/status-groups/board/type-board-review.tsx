'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { assetChangeCalls } from '@/lib/asset-changes/queries'
import { assetCalls } from '@/lib/assets/queries'
import { formatCount } from '@/lib/browser/numbers'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { Reach } from '@/lib/status-groups/schema'
import { CountAge } from '@/components/status-groups/count-age'
import { StatusChip } from '@/components/status/status-chip'
import { type BoardRow, sumCleared } from './type-board-stage'
import { applyLabel, countTypeWords, describeSummary, noGroup } from './type-board-words'
import type { TypeBoard } from './use-type-board'

/** Of more types than this all assets are listed anew, which takes fewer requests. */
const refreshMax = 200

/** What is read before the button is pressed. */
interface Shown {
  changed: readonly BoardRow[]
  summary: TypeBoard['summary']
  /** Chosen, and left out. */
  dropped: number
  reach: Reach | undefined
  countedAt: string | null
}

/** Whether both say the same to whoever reads them. */
function isSameShown(one: Shown, other: Shown): boolean {
  const write = ({ changed, dropped }: Shown) =>
    JSON.stringify([
      dropped,
      changed.map(({ type, now, next, cleared, wasSeenWith }) => [
        [type.typeId, type.name, type.groupId, now?.name, next?.groupId, next?.name, wasSeenWith],
        cleared?.map(({ option, count }) => [option.optionId, option.name, option.color, count]),
      ]),
    ])
  return write(one) === write(other)
}

/**
 * Everything that is staged, with what it clears, counted again just before; and the one button that does it. Once counted,
 * it stands still: what is sent is what was read, so that the server sees what has changed since, and refuses it.
 */
export function TypeBoardReview({ board, onClose }: { board: TypeBoard; onClose: () => void }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const { rows, stage, follow } = board
  const staged = rows.filter(({ isChanged }) => isChanged)
  const [read, setRead] = useState<Shown | null>(null)

  const counting = useMutation({
    mutationFn: async (typeIds: readonly string[]) => {
      if (typeIds.length > 0) await assetCalls.refresh(typeIds.length > refreshMax ? undefined : typeIds)
    },
    // Even when nothing could be counted: a type may have got another group meanwhile.
    onSettled: () => queryClient.fetchQuery({ ...statusGroupQueries.board(), staleTime: 0 }).catch(() => undefined),
  })
  const isLosing = staged.some(({ now }) => now !== null)
  const live: Shown = {
    changed: staged,
    summary: board.summary,
    dropped: stage.staged.size - staged.length,
    reach: board.board?.reach,
    countedAt: counting.isSuccess && isLosing ? new Date(counting.submittedAt).toISOString() : null,
  }
  // Not before the board that was read after the counting has come down to here.
  const isNewest = board.board === queryClient.getQueryData(statusGroupQueries.board().queryKey)
  if (read === null && isNewest && (counting.isSuccess || counting.isError)) setRead(live)
  const { changed, summary, dropped, reach, countedAt } = read ?? live
  const recounting = { isCounting: counting.isPending, countedAt, error: counting.error }
  const countAgain = useEffectEvent(() =>
    counting.mutate(
      reach?.assets === 'refused' ? [] : changed.flatMap(({ type, now }) => (now === null ? [] : [type.typeId])),
    ),
  )
  useEffect(() => countAgain(), [])

  const start = useMutation({
    mutationFn: () =>
      assetChangeCalls.assignTypes({
        moves: changed.map(({ type, next }) => ({
          typeId: type.typeId,
          fromGroupId: type.groupId,
          toGroupId: next?.groupId ?? null,
        })),
      }),
    onSuccess: ({ change, leftOut, leftOutNote }, _asked) => {
      if (leftOut > 0)
        toast.show({
          tone: 'attention',
          title: `${countTypeWords(leftOut)} left out`,
          description: leftOutNote ?? 'They are not there any more.',
        })
      follow(
        change.changeId,
        changed.map(({ type }) => type.typeId),
      )
      onClose()
    },
  })
  const label = applyLabel(summary)
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
            disabled={read === null || changed.length === 0}
            onClick={() => start.mutate()}
          >
            {label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <Warning summary={summary} canKeep={reach?.assets === 'listed'} />
        <div className="flex flex-wrap items-center gap-x-3">
          <CountAge reach={reach} recounting={recounting} />
          {counting.isPending && read === null && (
            <Button size="sm" variant="ghost" onClick={() => setRead(live)}>
              Go on with the numbers of before
            </Button>
          )}
        </div>
        {read !== null && !start.isPending && !isSameShown(read, live) && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <output className="text-attention">
              This has changed since you read it. What stands here is what would be sent; a type that has another group
              by now would be refused.
            </output>
            <Button size="sm" onClick={() => setRead(live)}>
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

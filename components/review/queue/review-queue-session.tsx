'use client'

import { List } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useMay } from '@/lib/browser/sign-in/actor'
import { inspectionHref } from '@/lib/browser/routes'
import type { AuditId } from '@/lib/ids'
import { currentOf, lastActs, tally } from '@/components/review/session/queue-state'
import { ReviewQueueEnd } from './review-queue-end'
import { ReviewQueueFoot } from './review-queue-foot'
import { ReviewQueueItem } from './review-queue-item'
import { HolderStrip, ReviewStrip } from './review-queue-notices'
import { ReviewQueueProgress } from './review-queue-progress'
import { ReviewQueueRail } from './review-queue-rail'
import { TroubleStrip } from './review-queue-trouble'
import { useClaim } from '@/components/review/session/use-claim'
import { useOutcomes } from '@/components/review/session/use-outcomes'
import { usePane } from './use-pane'
import { usePreload } from '@/components/review/session/use-preload'
import { useQueueKeys } from './use-queue-keys'
import { useSkim } from './use-skim'
import { type OpenNote, useQueueMarks } from '@/components/review/session/use-queue-marks'
import { useQueueMoves } from '@/components/review/session/use-queue-moves'
import { type BatchRead, countQueue } from '@/components/review/session/use-round'
import type { SeenInspection } from '@/components/review/session/use-seen'

/** The batch on screen: the inspection, the queue beside it, and the actions. */
export function ReviewQueueSession({ read }: { read: BatchRead }) {
  const t = useTranslations('review.queue.session')
  const [isListOpen, setListOpen] = useState(false)
  const [note, setNote] = useState<OpenNote | null>(null)
  const closeNote = useCallback(() => setNote(null), [])
  const closeAll = useCallback(() => {
    setNote(null)
    setListOpen(false)
  }, [])
  const router = useRouter()
  const mayMark = useMay('reviews:write')
  const current = currentOf(read.state)
  const moves = useQueueMoves(read, closeAll)
  const marks = useQueueMarks(read, moves, closeNote)
  usePreload(read.state)
  const { skimmed, move, settle } = useSkim(read.round.session)
  const beginNote = (isFollowUp: boolean) => {
    settle()
    setNote(marks.beginNote(isFollowUp))
  }
  const actions = {
    next: () => move('next', () => moves.next()),
    back: () => move('back', moves.back),
    review: () => {
      settle()
      marks.review()
    },
    followUp: () => beginNote(true),
    note: () => beginNote(false),
    undo: marks.undo,
    open: () => {
      if (current !== null) router.push(inspectionHref(current))
    },
  }
  useQueueKeys(actions, { mayMark, isAtEnd: current === null })
  const queue = (
    <>
      <ReviewQueueProgress read={read} />
      <ReviewQueueRail
        state={read.state}
        rows={read.round.rows}
        claims={read.claims}
        gone={read.gone}
        onOpen={moves.go}
      />
    </>
  )
  return (
    <div className="flex min-h-0 flex-1">
      <aside aria-label={t('queue')} className="hidden w-64 shrink-0 flex-col border-e border-line lg:flex xl:w-72">
        {queue}
      </aside>
      <section aria-label={t('inspection')} className="flex min-w-0 flex-1 flex-col">
        <NarrowHead read={read} onOpenList={() => setListOpen(true)} />
        <Notices read={read} mayMark={mayMark} moves={moves} seen={marks.seen} skimmed={skimmed} />
        <Pane read={read} seen={marks.seen} skimmed={skimmed} onOpen={moves.go} />
        {moves.line !== '' && (
          <p className="shrink-0 truncate border-t border-line bg-raised px-4 py-1 text-sm text-ink-muted sm:px-6">
            {moves.line}
          </p>
        )}
        <ReviewQueueFoot
          read={read}
          note={note}
          actions={actions}
          mayMark={mayMark}
          nameOf={moves.nameOf}
          onSave={marks.saveNote}
          onClose={closeNote}
        />
      </section>
      <Dialog open={isListOpen} onOpenChange={setListOpen} title={t('queue')}>
        <div className="-m-4 flex flex-col">{queue}</div>
      </Dialog>
    </div>
  )
}

/** The position in the queue, on screens that are too narrow to show the queue. */
function NarrowHead({ read, onOpenList }: { read: BatchRead; onOpenList: () => void }) {
  const t = useTranslations('review.queue.session')
  const progress = useTranslations('review.queue.progress')
  const { state } = read
  const { reviewed, followUp, left } = tally(state)
  const { beyond, count, precision } = countQueue(read)
  return (
    <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-2 text-sm tabular-nums sm:px-4 lg:hidden">
      <Button variant="ghost" size="sm" icon={List} onClick={onOpenList}>
        {currentOf(state) === null ? t('end') : progress('position', { position: state.at + 1, count, precision })}
        <span className="sr-only"> {t('showQueue')}</span>
      </Button>
      <div className="min-w-0 flex-1">
        <ProgressBar value={reviewed + followUp} max={count} />
      </div>
      <span className="shrink-0 text-xs text-ink-muted">{t('left', { count: left + beyond })}</span>
    </div>
  )
}

/** What to know before marking: marks that were not stored, who has the inspection open, and its review. */
function Notices({
  read,
  mayMark,
  moves,
  seen,
  skimmed,
}: {
  read: BatchRead
  mayMark: boolean
  moves: ReturnType<typeof useQueueMoves>
  seen: SeenInspection
  skimmed: AuditId | null
}) {
  const { round, state } = read
  const current = currentOf(state)
  const claim = useClaim(current, mayMark)
  const { retry } = useOutcomes(round.session, moves.nameOf)
  return (
    <>
      {[...state.troubles.values()].slice(-3).map((trouble) => (
        <TroubleStrip
          key={trouble.auditId}
          trouble={trouble}
          name={moves.nameOf(trouble.auditId)}
          onRetry={() => retry(trouble.auditId)}
          onDiscard={() => round.session.discard(trouble.auditId)}
          onShow={trouble.auditId === current ? null : () => moves.go(trouble.auditId)}
        />
      ))}
      {current !== null && (
        <>
          <HolderStrip claim={claim} onNext={() => moves.next()} />
          {skimmed === null && (
            <ReviewStrip
              key={current}
              auditId={current}
              queued={round.reviews.get(current) ?? null}
              act={lastActs(state).get(current)}
              isDeleted={read.gone.has(current)}
              onSeen={(review) => seen.add(current, { review })}
            />
          )}
        </>
      )}
    </>
  )
}

/** The part that scrolls: the inspection, or the end of the queue. */
function Pane({
  read,
  seen,
  skimmed,
  onOpen,
}: {
  read: BatchRead
  seen: SeenInspection
  skimmed: AuditId | null
  onOpen: (auditId: AuditId) => void
}) {
  const t = useTranslations('review.queue.session')
  const current = currentOf(read.state)
  const pane = usePane(current)
  return (
    <section
      ref={pane}
      // Keys scroll only with the focus inside. The region itself needs no focus ring.
      tabIndex={-1}
      aria-label={t('report')}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-4 outline-none sm:px-6"
    >
      {current === null ? (
        <ReviewQueueEnd read={read} onOpen={onOpen} />
      ) : (
        <ReviewQueueItem
          key={current}
          auditId={current}
          row={read.round.rows.get(current)}
          isSkimmed={skimmed !== null}
          onSeen={(report) => seen.add(current, { report })}
        />
      )}
    </section>
  )
}

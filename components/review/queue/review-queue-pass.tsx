'use client'

import { useQueryClient } from '@tanstack/react-query'
import { List, ListRestart } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useMay } from '@/lib/browser/actor'
import { announce } from '@/lib/browser/announce'
import { inspectionHref } from '@/lib/browser/routes'
import { formatCount } from '@/lib/browser/numbers'
import type { AuditId } from '@/lib/ids'
import { reviewQueries } from '@/lib/review/queries'
import type { Review, ReviewState } from '@/lib/review/schema'
import { currentOf, goBack, goNext, goTo, lastActs, type QueueState, tally } from './queue-state'
import { ReviewQueueBar } from './review-queue-bar'
import { ReviewQueueEnd } from './review-queue-end'
import { ReviewQueueItem } from './review-queue-item'
import { ReviewQueueNote } from './review-queue-note'
import { HolderStrip, ReviewStrip, TroubleStrip } from './review-queue-notices'
import { ReviewQueueRail } from './review-queue-rail'
import { count, nameRow, stateLooks } from '@/components/review/review-words'
import { useClaim } from './use-claim'
import { useOutcomes } from './use-outcomes'
import { usePreload } from './use-preload'
import { useSeenInspection } from './use-seen'
import { useQueueKeys } from './use-queue-keys'
import type { Round, RoundRead } from './use-round'

type PassRead = RoundRead & { round: Round; state: QueueState }

/** A note that is being written. */
interface OpenNote {
  auditId: AuditId
  state: ReviewState
  movesOn: boolean
  /** The review as the person had seen it when they began: one that comes while they write is not replaced unasked. */
  seen: Review | null
}

/** A pass on screen: the inspection, the queue beside it, and what can be done. */
export function ReviewQueuePass({ read }: { read: PassRead }) {
  const { round, state, claims } = read
  const { session, rows } = round
  const router = useRouter()
  const queryClient = useQueryClient()
  const mayMark = useMay('reviews:write')
  const current = currentOf(state)
  const acts = lastActs(state)
  const act = current === null ? undefined : acts.get(current)
  const claim = useClaim(current, mayMark)
  const [note, setNote] = useState<OpenNote | null>(null)
  const [isListOpen, setListOpen] = useState(false)
  const [line, setLine] = useState('')
  const pane = usePane(current)
  const nameOf = useCallback((auditId: AuditId) => nameRow(rows.get(auditId)), [rows])
  const { retry } = useOutcomes(session, nameOf)
  usePreload(state)
  const seen = useSeenInspection(current)

  /** The review as it was last read, else as the queue had it. */
  const readKnown = (auditId: AuditId): Review | null => {
    const detail = queryClient.getQueryData(reviewQueries.detail(auditId).queryKey)
    return detail === undefined ? (round.reviews.get(auditId) ?? null) : detail.review
  }
  /** The review that a mark made now is meant for. */
  const readSeen = (auditId: AuditId): Review | null => {
    const review = seen.review(auditId)
    return review === undefined ? (round.reviews.get(auditId) ?? null) : review
  }
  const isTaken = (auditId: AuditId) => {
    const other = claims.get(auditId)
    return other !== undefined && !other.isMine
  }
  const say = useCallback(
    (before: string) => {
      const { ids, at } = session.state
      const id = ids[at]
      const failed = count(id === undefined ? 0 : (rows.get(id)?.failedCount ?? 0), 'failed', 'failed')
      const where = id === undefined ? 'End of the queue' : `${at + 1} of ${ids.length}: ${nameOf(id)}, ${failed}`
      announce(before === '' ? where : `${before}. ${where}`)
    },
    [session, rows, nameOf],
  )
  const next = (done = '') => {
    const from = session.state.at
    setNote(null)
    session.change((now) => goNext(now, isTaken))
    const passed = state.ids.slice(from + 1, session.state.at).filter(isTaken)
    const [first] = passed
    const word =
      first === undefined
        ? ''
        : passed.length === 1
          ? `${claims.get(first)?.userName ?? 'Somebody'} has “${nameOf(first)}” open: passed over`
          : `${formatCount(passed.length)} passed over, others have them open`
    if (from < state.ids.length) say([done, word].filter((part) => part !== '').join('. '))
    setLine(word)
  }
  const go = useCallback(
    (auditId: AuditId) => {
      setNote(null)
      setLine('')
      setListOpen(false)
      session.change((now) => goTo(now, auditId))
      say('')
    },
    [session, say, setNote, setLine, setListOpen],
  )
  const back = () => {
    if (state.at === 0) return
    setNote(null)
    setLine('')
    session.change(goBack)
    say('')
  }
  /** The version that the person has seen; null while nothing of it has been on screen. */
  const readVersion = (auditId: AuditId, wanted: ReviewState): string | null => {
    const report = seen.report(auditId)
    if (report !== undefined && report !== 'unreadable') return report.version
    // A follow-up can be noted before the report is there, and a report that cannot be read can still be marked.
    return wanted === 'reviewed' && report === undefined ? null : (rows.get(auditId)?.modifiedAt ?? null)
  }
  const mark = (auditId: AuditId, wanted: ReviewState, from: OpenNote | null = null, text?: string) => {
    const version = readVersion(auditId, wanted)
    if (version === null) {
      announce('The report is still being read')
      setLine('The report is still being read: mark it when you have seen it')
      return
    }
    setLine('')
    void session.mark(auditId, { state: wanted, note: text, version }, from === null ? readSeen(auditId) : from.seen)
    const done = `${stateLooks[wanted].words}${text === undefined || text === '' ? '' : ', with a note'}`
    setNote(null)
    if (from?.movesOn !== false) next(done)
    else announce(`${done}: ${nameOf(auditId)}`)
  }
  const undo = () => {
    const undone = session.undo()
    setNote(null)
    if (undone === null) {
      announce('Nothing to undo')
      return
    }
    const word = `Undone: ${nameOf(undone.auditId)} is no longer ${stateLooks[undone.state].words.toLowerCase()}`
    say(word)
    setLine(word)
  }
  /** A review of an older version says nothing of this one; what has to be done still has to be. */
  const markNow = (auditId: AuditId, review: Review | null): ReviewState => {
    const own = acts.get(auditId)
    if (own !== undefined) return own.state
    return review === null || (review.isChangedSince && review.state === 'reviewed') ? 'unreviewed' : review.state
  }
  const openNote = (wanted: ReviewState | null) => {
    if (current === null) return
    const review = readSeen(current)
    setNote({
      auditId: current,
      state: wanted ?? markNow(current, review),
      movesOn: wanted !== null,
      seen: review,
    })
  }
  const actions = {
    next: () => next(),
    back,
    review: () => {
      if (current !== null) mark(current, 'reviewed')
    },
    followUp: () => openNote('follow-up'),
    note: () => openNote(null),
    undo,
    open: () => {
      if (current !== null) router.push(inspectionHref(current))
    },
  }
  useQueueKeys(actions, { mayMark, isAtEnd: current === null })

  const summary = tally(state)
  const done = summary.reviewed + summary.followUp
  const lastAct = state.acts.at(-1)
  return (
    <div className="flex min-h-0 flex-1">
      <aside aria-label="Queue" className="hidden w-64 shrink-0 flex-col border-r border-line lg:flex xl:w-72">
        <Progress state={state} read={read} />
        <ReviewQueueRail state={state} rows={rows} claims={claims} gone={read.gone} onOpen={go} />
      </aside>
      <section aria-label="Inspection" className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-2 text-sm tabular-nums sm:px-4 lg:hidden">
          <Button variant="ghost" size="sm" icon={List} onClick={() => setListOpen(true)}>
            {current === null ? 'End' : `${formatCount(state.at + 1)} of ${formatCount(state.ids.length)}`}
            <span className="sr-only">, show the queue</span>
          </Button>
          <div className="min-w-0 flex-1">
            <ProgressBar value={done} max={state.ids.length} />
          </div>
          <span className="shrink-0 text-xs text-ink-muted">{formatCount(summary.left)} left</span>
        </div>
        {[...state.troubles.values()].slice(-3).map((trouble) => (
          <TroubleStrip
            key={trouble.auditId}
            trouble={trouble}
            name={nameOf(trouble.auditId)}
            onRetry={() => retry(trouble.auditId)}
            onDiscard={() => session.discard(trouble.auditId)}
            onShow={trouble.auditId === current ? null : () => go(trouble.auditId)}
          />
        ))}
        {current !== null && (
          <>
            <HolderStrip claim={claim} onNext={() => next()} />
            <ReviewStrip
              key={current}
              auditId={current}
              queued={round.reviews.get(current) ?? null}
              act={act}
              isGone={read.gone.has(current)}
              onSeen={(review) => seen.add(current, { review })}
            />
          </>
        )}
        <section
          ref={pane}
          // The keys that scroll need the focus inside; the whole of it needs no ring.
          tabIndex={-1}
          aria-label="Report"
          className="min-h-0 flex-1 overflow-y-auto px-4 py-4 outline-none sm:px-6"
        >
          {current === null ? (
            <ReviewQueueEnd
              round={round}
              state={state}
              claims={claims}
              freshCount={read.freshCount}
              onOpen={go}
              onAgain={read.startAgain}
            />
          ) : (
            <ReviewQueueItem
              key={current}
              auditId={current}
              row={rows.get(current)}
              onSeen={(report) => seen.add(current, { report })}
            />
          )}
        </section>
        {line !== '' && (
          <p className="shrink-0 truncate border-t border-line bg-raised px-4 py-1 text-sm text-ink-muted sm:px-6">
            {line}
          </p>
        )}
        {note !== null && note.auditId === current ? (
          <ReviewQueueNote
            key={`${note.auditId} ${note.state}`}
            title={note.movesOn ? 'What has to be done?' : `Note (${stateLooks[note.state].words.toLowerCase()})`}
            action={note.movesOn ? 'Follow up and go on' : 'Save the note'}
            initial={
              session.drafts.get(note.auditId) ?? acts.get(note.auditId)?.note ?? readKnown(note.auditId)?.note ?? ''
            }
            onSave={(text) => mark(note.auditId, note.state, note, text)}
            onDraft={(text) => session.drafts.set(note.auditId, text)}
            onClose={() => setNote(null)}
          />
        ) : (
          <ReviewQueueBar
            actions={actions}
            last={
              lastAct === undefined
                ? null
                : `${lastAct.state === 'unreviewed' ? 'Note' : stateLooks[lastAct.state].words}: ${nameOf(lastAct.auditId)} · ${lastAct.isSaved ? 'saved' : 'saving'}`
            }
            mark={current === null ? 'unreviewed' : markNow(current, readKnown(current))}
            isAtEnd={current === null}
            mayMark={mayMark}
            canGoBack={state.at > 0}
            canUndo={state.acts.length > 0}
            hasDraft={current !== null && (session.drafts.get(current) ?? '') !== ''}
          />
        )}
      </section>
      <Dialog open={isListOpen} onOpenChange={setListOpen} title="Queue">
        <div className="-m-4 flex flex-col">
          <Progress state={state} read={read} />
          <ReviewQueueRail state={state} rows={rows} claims={claims} gone={read.gone} onOpen={go} />
        </div>
      </Dialog>
    </div>
  )
}

/** "14 of 63", what became of them, and what came in since. */
function Progress({ state, read }: { state: QueueState; read: PassRead }) {
  const { reviewed, followUp, left } = tally(state)
  const beyond = read.round.total - state.ids.length
  const [isStarting, setStarting] = useState(false)
  const again = async () => {
    setStarting(true)
    await read.startAgain().catch(() => announce('The queue could not be read again'))
    setStarting(false)
  }
  return (
    <div className="shrink-0 space-y-2 border-b border-line p-3 tabular-nums">
      <div className="flex items-center justify-between gap-2">
        <p className="text-sm font-semibold">
          {state.at < state.ids.length ? formatCount(state.at + 1) : 'End'} of {formatCount(state.ids.length)}
        </p>
        <IconButton
          size="sm"
          icon={ListRestart}
          label="Begin again with what is open now"
          busy={isStarting}
          onClick={() => void again()}
        />
      </div>
      <ProgressBar value={reviewed + followUp} max={state.ids.length} />
      <p className="text-xs text-ink-muted">
        {formatCount(left)} left · {formatCount(reviewed)} reviewed · {count(followUp, 'follow-up', 'follow-ups')}
      </p>
      {beyond > 0 && (
        <p className="text-xs text-ink-muted">
          {read.round.totalIsExact ? '' : 'About '}
          {formatCount(beyond)} more wait for the next round
        </p>
      )}
      {read.freshCount > 0 && (
        <p className="text-xs text-accent-ink">{formatCount(read.freshCount)} new since you began, in the next round</p>
      )}
    </div>
  )
}

/** The part that scrolls: each inspection begins at its top, and the keys that scroll work without a click into it. */
function usePane(current: AuditId | null) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = pane.current
    if (element === null) return
    element.scrollTop = 0
    const focused = document.activeElement
    if (focused === null || focused === document.body || element.contains(focused))
      element.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another inspection is what it is about
  }, [current])
  return pane
}

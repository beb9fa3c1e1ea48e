'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Flag, History, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { Tip } from '@/components/ui/tooltip'
import { useMay } from '@/lib/browser/actor'
import { useMounted } from '@/lib/browser/now'
import { auditId as auditIdSchema, type AuditId } from '@/lib/ids'
import { reviewQueries } from '@/lib/review/queries'
import type { Review, ReviewDetail, ReviewEvent, ReviewState } from '@/lib/review/schema'
import { AssignmentFields, AssignmentLine, type Assignment, assignmentOf, toAssigned } from './assignment'
import { stateLooks } from './review-words'
import { useMark } from './use-mark'

/** State, note and history of an inspection's review, where it is read. */
export function ReviewControl({ auditId, version }: { auditId: string; version: string }) {
  const known = auditIdSchema.safeParse(auditId)
  return known.success ? <KnownControl auditId={known.data} version={version} /> : null
}

function KnownControl({ auditId, version }: { auditId: AuditId; version: string }) {
  const { data, error, refetch } = useQuery(reviewQueries.detail(auditId))
  const isMounted = useMounted()
  if (!isMounted || (data === undefined && error === null)) return <Skeleton className="h-10 w-full" />
  if (data === undefined) {
    return (
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
        Its review could not be read.
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  return <Loaded key={auditId} auditId={auditId} version={version} detail={data} />
}

function Loaded({ auditId, version, detail }: { auditId: AuditId; version: string; detail: ReviewDetail }) {
  const mayMark = useMay('reviews:write')
  const { mark, pending } = useMark()
  const { review, history } = detail
  // What others do while a note is being written shows at once, and must not be written over unasked. `base` is the review
  // that the note was begun over; null once a conflict was told: then it is the one on screen.
  const [writes, setWrites] = useState<{ state: ReviewState; base: { revision: number | null } | null } | null>(null)
  const begin = (wanted: ReviewState) => setWrites({ state: wanted, base: { revision: review?.revision ?? null } })
  const waiting = pending.get(auditId)
  const state = waiting?.state ?? review?.state ?? 'unreviewed'
  const note = waiting?.note ?? review?.note ?? ''
  const isChanged = waiting === undefined && state !== 'unreviewed' && review?.isChangedSince === true
  const send = (
    wanted: ReviewState,
    text?: string,
    base: { revision: number | null } | null = null,
    assigned?: Assignment,
  ) =>
    mark(auditId, 'The inspection', {
      state: wanted,
      version,
      revision: base === null ? (review?.revision ?? null) : base.revision,
      ...(text === undefined ? {} : { note: text }),
      ...(assigned === undefined || wanted !== 'follow-up' ? {} : toAssigned(assigned)),
    })
  const look = stateLooks[state]
  return (
    <section
      aria-label="Review"
      aria-busy={waiting !== undefined || undefined}
      className="rounded-md border border-line bg-surface px-4 py-2.5 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={look.tone} icon={look.icon}>
          {look.words}
        </Badge>
        {isChanged && (
          <Badge tone="attention" icon={History}>
            Changed since
          </Badge>
        )}
        <Facts review={waiting === undefined ? review : null} isSaving={waiting !== undefined} />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {history.length > 0 && <HistoryButton history={history} />}
          {mayMark && writes === null && (
            <Actions
              state={state}
              isChanged={isChanged}
              isBusy={waiting !== undefined}
              onReviewed={() => void send('reviewed')}
              onFollowUp={() => begin('follow-up')}
              onNote={() => begin(state)}
              onTakeBack={() => void send('unreviewed')}
            />
          )}
        </div>
      </div>
      {writes !== null ? (
        <NoteForm
          initial={note}
          assigned={assignmentOf(review)}
          state={writes.state}
          isBusy={waiting !== undefined}
          onSave={async (text, assigned) => {
            // What was typed stays until it is stored.
            const isStored = await send(writes.state, text, writes.base, assigned)
            setWrites(isStored ? null : { ...writes, base: null })
          }}
          onClose={() => setWrites(null)}
        />
      ) : (
        <div className="mt-1.5 space-y-1 empty:hidden">
          {review !== null && waiting === undefined && <AssignmentLine review={review} />}
          {note !== '' && <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">{note}</p>}
        </div>
      )}
    </section>
  )
}

function Facts({ review, isSaving }: { review: Review | null; isSaving: boolean }) {
  if (isSaving) return <span className="text-ink-muted">Saving …</span>
  if (review === null || (review.state === 'unreviewed' && review.note === ''))
    return <span className="text-ink-muted">Nobody has reviewed it here. Kept in Sightline, not in the service.</span>
  return (
    <Tip content="Reviews are kept in Sightline. The inspection service knows nothing of them.">
      <span tabIndex={-1} className="text-ink-muted">
        by <span className="text-ink">{review.reviewerName}</span> <Time value={review.reviewedAt} format="smart" /> for
        the version of <Time value={review.version} format="smart" /> · in Sightline only
      </span>
    </Tip>
  )
}

function Actions({
  state,
  isChanged,
  isBusy,
  onReviewed,
  onFollowUp,
  onNote,
  onTakeBack,
}: {
  state: ReviewState
  isChanged: boolean
  isBusy: boolean
  onReviewed: () => void
  onFollowUp: () => void
  onNote: () => void
  onTakeBack: () => void
}) {
  const isSettled = state === 'reviewed' && !isChanged
  return (
    <>
      {state !== 'unreviewed' && (
        <Button size="sm" variant="ghost" icon={RotateCcw} disabled={isBusy} onClick={onTakeBack}>
          Mark unreviewed
        </Button>
      )}
      <Button size="sm" variant="ghost" disabled={isBusy} onClick={onNote}>
        {state === 'follow-up' ? 'Edit follow-up' : 'Note'}
      </Button>
      {state !== 'follow-up' && (
        <Button size="sm" icon={Flag} disabled={isBusy} onClick={onFollowUp}>
          Follow up
        </Button>
      )}
      {!isSettled && (
        <Button size="sm" variant="primary" icon={CircleCheck} busy={isBusy} onClick={onReviewed}>
          {isChanged ? 'Mark reviewed again' : 'Mark reviewed'}
        </Button>
      )}
    </>
  )
}

function NoteForm({
  initial,
  assigned: initialAssigned,
  state,
  isBusy,
  onSave,
  onClose,
}: {
  initial: string
  assigned: Assignment
  state: ReviewState
  isBusy: boolean
  onSave: (note: string, assigned: Assignment) => Promise<void>
  onClose: () => void
}) {
  const id = useId()
  const [text, setText] = useState(initial)
  const [assigned, setAssigned] = useState(initialAssigned)
  const save = () => void onSave(text.trim(), assigned)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
    else return
    event.preventDefault()
  }
  return (
    <div className="mt-2 space-y-2">
      <label htmlFor={id} className="sr-only">
        {state === 'follow-up' ? 'What has to be done?' : 'Note'}
      </label>
      <textarea
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens by the button that asks for it
        autoFocus
        rows={2}
        maxLength={4_000}
        value={text}
        placeholder={state === 'follow-up' ? 'What has to be done?' : 'Note'}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-16 w-full max-w-[72ch] resize-y rounded border border-line-strong bg-surface px-2 py-1.5 text-base sm:text-sm"
      />
      {state === 'follow-up' && <AssignmentFields value={assigned} onChange={setAssigned} onEnter={save} />}
      <div className="flex gap-2">
        <Button size="sm" variant="primary" busy={isBusy} onClick={save}>
          {state === 'follow-up' ? 'Save the follow-up' : 'Save the note'}
        </Button>
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function HistoryButton({ history }: { history: readonly ReviewEvent[] }) {
  return (
    <Popover
      label="History of the review"
      className="w-80"
      trigger={
        <Button size="sm" variant="ghost" icon={History}>
          History
        </Button>
      }
    >
      <ol className="max-h-80 divide-y divide-line overflow-y-auto">
        {history.map((event) => (
          <li key={`${event.at} ${event.state} ${event.note}`} className="px-3 py-2">
            <p>
              <span className="font-medium">{stateLooks[event.state].words}</span>
              {event.isUndone && <span className="text-ink-muted">, taken back</span>}
            </p>
            <p className="text-xs text-ink-muted">
              {event.actorName} · <Time value={event.at} format="smart" />
            </p>
            {(event.assigneeName !== null || event.dueOn !== null) && (
              <p className="text-xs text-ink-muted">
                {[
                  event.assigneeName === null ? '' : `Assigned to ${event.assigneeName}`,
                  event.dueOn === null ? '' : `due ${event.dueOn}`,
                ]
                  .filter((part) => part !== '')
                  .join(', ')}
              </p>
            )}
            {event.note !== '' && <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{event.note}</p>}
          </li>
        ))}
      </ol>
    </Popover>
  )
}

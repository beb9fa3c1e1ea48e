'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Flag, History, RotateCcw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { Tip } from '@/components/ui/tooltip'
import { useMay } from '@/lib/browser/sign-in/actor'
import { useMounted } from '@/lib/browser/now'
import type { AuditId } from '@/lib/ids'
import { isId } from '@/lib/ids-model'
import { reviewQueries } from '@/lib/review/queries'
import type { Review, ReviewDetail, ReviewState } from '@/lib/review/schema'
import { AssignmentFields, AssignmentLine, type Assignment, assignmentOf, toAssigned } from './assignment'
import { HistoryButton } from './review-history'
import { stateStyles } from './review-texts'
import { useMark } from './use-mark'

/** The review of an inspection: state, note and history. */
export function ReviewControl({ auditId, version }: { auditId: string; version: string }) {
  return isId<AuditId>(auditId) ? <KnownControl auditId={auditId} version={version} /> : null
}

function KnownControl({ auditId, version }: { auditId: AuditId; version: string }) {
  const t = useTranslations('review.control')
  const { data, error, refetch } = useQuery(reviewQueries.detail(auditId))
  const isMounted = useMounted()
  if (!isMounted || (data === undefined && error === null)) return <Skeleton className="h-10 w-full" />
  if (data === undefined) {
    return (
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
        {t('failed')}
        <Button size="sm" onClick={() => void refetch()}>
          {t('actions.retry')}
        </Button>
      </p>
    )
  }
  return <Loaded key={auditId} auditId={auditId} version={version} detail={data} />
}

function Loaded({ auditId, version, detail }: { auditId: AuditId; version: string; detail: ReviewDetail }) {
  const t = useTranslations('review')
  const mayMark = useMay('reviews:write')
  const { mark, pending } = useMark()
  const { review, history } = detail
  // A review that another person stores while a note is being written is shown at once and must not be replaced without
  // asking. `base` is the review when the note was begun. It is null after a conflict was shown: then the shown review counts.
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
    mark(auditId, t('names.this'), {
      state: wanted,
      version,
      revision: base === null ? (review?.revision ?? null) : base.revision,
      ...(text === undefined ? {} : { note: text }),
      ...(assigned === undefined || wanted !== 'follow-up' ? {} : toAssigned(assigned)),
    })
  const style = stateStyles[state]
  return (
    <section
      aria-label={t('control.label')}
      aria-busy={waiting !== undefined || undefined}
      className="rounded-md border border-line bg-surface px-4 py-2.5 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={style.tone} icon={style.icon}>
          {t(`states.${state}`)}
        </Badge>
        {isChanged && (
          <Badge tone="attention" icon={History}>
            {t('control.changed')}
          </Badge>
        )}
        <Facts review={waiting === undefined ? review : null} isSaving={waiting !== undefined} />
        <div className="ms-auto flex flex-wrap items-center gap-2">
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
            // Keeps the text until it is stored.
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
  const t = useTranslations('review.control')
  if (isSaving) return <span className="text-ink-muted">{t('saving')}</span>
  if (review === null || (review.state === 'unreviewed' && review.note === ''))
    return <span className="text-ink-muted">{t('none')}</span>
  return (
    <Tip content={t('storedHere')}>
      <span tabIndex={-1} className="text-ink-muted">
        {t.rich('by', {
          name: review.reviewerName,
          b: (text) => <span className="text-ink">{text}</span>,
          at: () => <Time value={review.reviewedAt} format="smart" />,
          version: () => <Time value={review.version} format="smart" />,
        })}
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
  const t = useTranslations('review.control.actions')
  const isSettled = state === 'reviewed' && !isChanged
  return (
    <>
      {state !== 'unreviewed' && (
        <Button size="sm" variant="ghost" icon={RotateCcw} disabled={isBusy} onClick={onTakeBack}>
          {t('unreview')}
        </Button>
      )}
      <Button size="sm" variant="ghost" disabled={isBusy} onClick={onNote}>
        {t(state === 'follow-up' ? 'editFollowUp' : 'note')}
      </Button>
      {state !== 'follow-up' && (
        <Button size="sm" icon={Flag} disabled={isBusy} onClick={onFollowUp}>
          {t('followUp')}
        </Button>
      )}
      {!isSettled && (
        <Button size="sm" variant="primary" icon={CircleCheck} busy={isBusy} onClick={onReviewed}>
          {t(isChanged ? 'reviewAgain' : 'review')}
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
  const t = useTranslations('review.control')
  const common = useTranslations('common')
  const id = useId()
  const label = t(state === 'follow-up' ? 'followUpNote' : 'note')
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
        {label}
      </label>
      <textarea
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person opened it with a button
        autoFocus
        rows={2}
        maxLength={4_000}
        value={text}
        placeholder={label}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="field min-h-16 w-full max-w-[72ch] resize-y rounded px-2 py-1.5 text-base sm:text-sm"
      />
      {state === 'follow-up' && <AssignmentFields value={assigned} onChange={setAssigned} onEnter={save} />}
      <div className="flex gap-2">
        <Button size="sm" variant="primary" busy={isBusy} onClick={save}>
          {t(state === 'follow-up' ? 'actions.saveFollowUp' : 'actions.saveNote')}
        </Button>
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={onClose}>
          {common('cancel')}
        </Button>
      </div>
    </div>
  )
}

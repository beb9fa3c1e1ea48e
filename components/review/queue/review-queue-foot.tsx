'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { AssignmentFields, type Assignment, assignmentOf } from '@/components/review/assignment'
import type { AuditId } from '@/lib/ids'
import { reviewQueries } from '@/lib/review/queries'
import type { Review } from '@/lib/review/schema'
import { currentOf, lastActs } from '@/components/review/session/queue-state'
import { type QueueActions, ReviewQueueBar } from './review-queue-bar'
import { ReviewQueueNote } from './review-queue-note'
import { type OpenNote, stateOf } from '@/components/review/session/use-queue-marks'
import type { BatchRead } from '@/components/review/session/use-round'

/** The bottom of the screen: the note that is being written, or the actions. */
export function ReviewQueueFoot({
  read,
  note,
  actions,
  mayMark,
  nameOf,
  onSave,
  onClose,
}: {
  read: BatchRead
  note: OpenNote | null
  actions: QueueActions
  mayMark: boolean
  nameOf: (auditId: AuditId) => string
  onSave: (note: OpenNote, text: string | undefined, assigned?: Assignment) => void
  onClose: () => void
}) {
  const t = useTranslations('review')
  const { round, state } = read
  const { drafts } = round.session
  const queryClient = useQueryClient()
  const current = currentOf(state)
  const acts = lastActs(state)
  /** The review as last loaded, or else as it came with the queue. */
  const readKnown = (auditId: AuditId): Review | null => {
    const detail = queryClient.getQueryData(reviewQueries.detail(auditId).queryKey)
    return detail === undefined ? (round.reviews.get(auditId) ?? null) : detail.review
  }
  if (note !== null && note.auditId === current) {
    const { auditId } = note
    return (
      <OpenedNote
        key={`${auditId} ${note.state}`}
        note={note}
        initial={drafts.get(auditId) ?? acts.get(auditId)?.note ?? readKnown(auditId)?.note ?? ''}
        assigned={round.session.assignments.get(auditId) ?? assignmentOf(readKnown(auditId))}
        onSave={onSave}
        onDraft={(text) => drafts.set(auditId, text)}
        onAssign={(assignment) => round.session.assignments.set(auditId, assignment)}
        onClose={onClose}
      />
    )
  }
  const lastAct = state.acts.at(-1)
  return (
    <ReviewQueueBar
      actions={actions}
      last={
        lastAct === undefined
          ? null
          : t(lastAct.isSaved ? 'queue.bar.saved' : 'queue.bar.saving', {
              mark: lastAct.state === 'unreviewed' ? t('queue.bar.note') : t(`states.${lastAct.state}`),
              name: nameOf(lastAct.auditId),
            })
      }
      mark={current === null ? 'unreviewed' : (acts.get(current)?.state ?? stateOf(readKnown(current)))}
      isAtEnd={current === null}
      mayMark={mayMark}
      canGoBack={state.at > 0}
      canUndo={state.acts.length > 0}
      hasDraft={current !== null && (drafts.get(current) ?? '') !== ''}
    />
  )
}

/** The field for a note; for a follow-up also assignee and due date. */
function OpenedNote({
  note,
  initial,
  assigned: initialAssigned,
  onSave,
  onDraft,
  onAssign,
  onClose,
}: {
  note: OpenNote
  initial: string
  assigned: Assignment
  onSave: (note: OpenNote, text: string | undefined, assigned?: Assignment) => void
  onDraft: (text: string) => void
  onAssign: (assigned: Assignment) => void
  onClose: () => void
}) {
  const t = useTranslations('review')
  const [assigned, setAssigned] = useState(initialAssigned)
  const isFollowUp = note.state === 'follow-up'
  return (
    <ReviewQueueNote
      title={note.movesOn ? t('queue.note.followUp') : t('queue.note.title', { state: t(`states.${note.state}`) })}
      action={t(note.movesOn ? 'queue.note.actions.followUp' : 'queue.note.actions.save')}
      initial={initial}
      onSave={(text) => onSave(note, text, isFollowUp ? assigned : undefined)}
      onDraft={onDraft}
      onClose={onClose}
      {...(isFollowUp
        ? {
            renderExtra: (save: () => void) => (
              <AssignmentFields
                value={assigned}
                onEnter={save}
                onChange={(next) => {
                  setAssigned(next)
                  onAssign(next)
                }}
              />
            ),
          }
        : {})}
    />
  )
}

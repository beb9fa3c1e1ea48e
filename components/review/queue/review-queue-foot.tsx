'use client'

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { AssignmentFields, type Assignment, assignmentOf } from '@/components/review/assignment'
import { stateLooks } from '@/components/review/review-words'
import type { AuditId } from '@/lib/ids'
import { reviewQueries } from '@/lib/review/queries'
import type { Review } from '@/lib/review/schema'
import { currentOf, lastActs } from '@/components/review/session/queue-state'
import { type QueueActions, ReviewQueueBar } from './review-queue-bar'
import { ReviewQueueNote } from './review-queue-note'
import { type OpenNote, stateOf } from '@/components/review/session/use-queue-marks'
import type { PassRead } from '@/components/review/session/use-round'

/** The foot of the screen: the note that is being written, or what can be done. */
export function ReviewQueueFoot({
  read,
  note,
  actions,
  mayMark,
  nameOf,
  onSave,
  onClose,
}: {
  read: PassRead
  note: OpenNote | null
  actions: QueueActions
  mayMark: boolean
  nameOf: (auditId: AuditId) => string
  onSave: (note: OpenNote, text: string | undefined, assigned?: Assignment) => void
  onClose: () => void
}) {
  const { round, state } = read
  const { drafts } = round.session
  const queryClient = useQueryClient()
  const current = currentOf(state)
  const acts = lastActs(state)
  /** The review as it was last read, else as the queue had it. */
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
          : `${lastAct.state === 'unreviewed' ? 'Note' : stateLooks[lastAct.state].words}: ${nameOf(lastAct.auditId)} · ${lastAct.isSaved ? 'saved' : 'saving'}`
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

/** A note with, for a follow-up, who does it by when. */
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
  const [assigned, setAssigned] = useState(initialAssigned)
  const isFollowUp = note.state === 'follow-up'
  return (
    <ReviewQueueNote
      title={note.movesOn ? 'What has to be done?' : `Note (${stateLooks[note.state].words.toLowerCase()})`}
      action={note.movesOn ? 'Follow up and go on' : 'Save the note'}
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

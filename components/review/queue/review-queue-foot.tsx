'use client'

import { useQueryClient } from '@tanstack/react-query'
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
  onSave: (note: OpenNote, text: string | undefined) => void
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
  if (note !== null && note.auditId === current)
    return (
      <ReviewQueueNote
        key={`${note.auditId} ${note.state}`}
        title={note.movesOn ? 'What has to be done?' : `Note (${stateLooks[note.state].words.toLowerCase()})`}
        action={note.movesOn ? 'Follow up and go on' : 'Save the note'}
        initial={drafts.get(note.auditId) ?? acts.get(note.auditId)?.note ?? readKnown(note.auditId)?.note ?? ''}
        onSave={(text) => onSave(note, text)}
        onDraft={(text) => drafts.set(note.auditId, text)}
        onClose={onClose}
      />
    )
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

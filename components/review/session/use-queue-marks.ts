'use client'

import { useTranslations } from 'next-intl'
import { type Assignment, toAssigned } from '@/components/review/assignment'
import { announce } from '@/lib/browser/announce'
import type { AuditId } from '@/lib/ids'
import type { Review, ReviewState } from '@/lib/review/schema'
import { currentOf, lastActs } from './queue-state'
import type { QueueMoves } from './use-queue-moves'
import type { BatchRead } from './use-round'
import { type SeenInspection, useSeenInspection } from './use-seen'

/** A note that is being written. */
export interface OpenNote {
  auditId: AuditId
  state: ReviewState
  /** Whether saving it moves to the next inspection. */
  movesOn: boolean
  /** The review that the person saw when they began. One that arrives later is not replaced without asking. */
  seen: Review | null
}

export interface QueueMarks {
  /** The parts on screen report here what the person has seen. */
  seen: SeenInspection
  /** Marks the inspection on screen as reviewed, and moves to the next one. */
  review: () => void
  /** Stores the note. Undefined: it stays unchanged. */
  saveNote: (note: OpenNote, text: string | undefined, assigned?: Assignment) => void
  /** Begins a note for the inspection on screen: for a follow-up, which moves on when saved, or for its current mark. */
  beginNote: (isFollowUp: boolean) => OpenNote | null
  undo: () => void
}

/** Marks the inspection on screen, at the version that the person has seen. */
export function useQueueMarks(read: BatchRead, moves: QueueMoves, closeNote: () => void): QueueMarks {
  const t = useTranslations('review')
  const { round, state } = read
  const { session, rows } = round
  const { nameOf, say, setLine } = moves
  const current = currentOf(state)
  const seen = useSeenInspection(current)
  const readSeen = (auditId: AuditId): Review | null => {
    const review = seen.review(auditId)
    return review === undefined ? (round.reviews.get(auditId) ?? null) : review
  }
  /** The version that the person has seen; null while nothing of the inspection was on screen. */
  const readVersion = (auditId: AuditId, wanted: ReviewState): string | null => {
    const report = seen.report(auditId)
    if (report !== undefined && report !== 'unreadable') return report.version
    // A follow-up can be added before the report has loaded, and a report that cannot be loaded can still be marked.
    return wanted === 'reviewed' && report === undefined ? null : (rows.get(auditId)?.modifiedAt ?? null)
  }
  const mark = (
    wish: Omit<OpenNote, 'seen'> & {
      seen: Review | null
      text?: string | undefined
      assigned?: Assignment | undefined
    },
  ) => {
    const { auditId, state: wanted, text, assigned } = wish
    const version = readVersion(auditId, wanted)
    if (version === null) {
      announce(t('queue.said.loading'))
      setLine(t('queue.said.loadingLine'))
      return
    }
    setLine('')
    void session.mark(
      auditId,
      { state: wanted, note: text, version, ...(assigned === undefined ? {} : toAssigned(assigned)) },
      wish.seen,
    )
    const stateName = t(`states.${wanted}`)
    const done = text === undefined || text === '' ? stateName : t('queue.said.withNote', { mark: stateName })
    closeNote()
    if (wish.movesOn) moves.next(done)
    else announce(t('queue.said.done', { mark: done, name: nameOf(auditId) }))
  }
  return {
    seen,
    review: () => {
      if (current !== null) mark({ auditId: current, state: 'reviewed', movesOn: true, seen: readSeen(current) })
    },
    saveNote: (note, text, assigned) => mark({ ...note, text, assigned }),
    beginNote: (isFollowUp) => {
      if (current === null) return null
      const review = readSeen(current)
      const now = lastActs(state).get(current)?.state ?? stateOf(review)
      return { auditId: current, state: isFollowUp ? 'follow-up' : now, movesOn: isFollowUp, seen: review }
    },
    undo: () => {
      const undone = session.undo()
      closeNote()
      if (undone === null) {
        announce(t('queue.said.nothingToUndo'))
        return
      }
      const word = t(`queue.said.undone.${undone.state}`, { name: nameOf(undone.auditId) })
      say(word)
      setLine(word)
    },
  }
}

/** The current mark. "Reviewed" at an older version does not count; a follow-up of an older version does. */
export function stateOf(review: Review | null): ReviewState {
  return review === null || (review.isChangedSince && review.state === 'reviewed') ? 'unreviewed' : review.state
}

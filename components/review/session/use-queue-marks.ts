'use client'

import { type Assignment, toAssigned } from '@/components/review/assignment'
import { stateLooks } from '@/components/review/review-words'
import { announce } from '@/lib/browser/announce'
import type { AuditId } from '@/lib/ids'
import type { Review, ReviewState } from '@/lib/review/schema'
import { currentOf, lastActs } from './queue-state'
import type { QueueMoves } from './use-queue-moves'
import type { PassRead } from './use-round'
import { type SeenInspection, useSeenInspection } from './use-seen'

/** A note that is being written. */
export interface OpenNote {
  auditId: AuditId
  state: ReviewState
  /** Saving it goes on to the next inspection. */
  movesOn: boolean
  /** The review as the person had seen it when they began: one that comes while they write is not replaced unasked. */
  seen: Review | null
}

export interface QueueMarks {
  /** Where the parts on screen report what the person has seen of them. */
  seen: SeenInspection
  /** Marks the inspection on screen as reviewed, and goes on. */
  review: () => void
  /** Stores what was written. Undefined: the note stays as it is. */
  saveNote: (note: OpenNote, text: string | undefined, assigned?: Assignment) => void
  /** A note for the inspection on screen: of a follow-up, which goes on when it is saved, or of its mark as it is. */
  beginNote: (isFollowUp: boolean) => OpenNote | null
  undo: () => void
}

/** What can be made of the inspection on screen. A mark goes by what the person has seen of it. */
export function useQueueMarks(read: PassRead, moves: QueueMoves, closeNote: () => void): QueueMarks {
  const { round, state } = read
  const { session, rows } = round
  const { nameOf, say, setLine } = moves
  const current = currentOf(state)
  const seen = useSeenInspection(current)
  const readSeen = (auditId: AuditId): Review | null => {
    const review = seen.review(auditId)
    return review === undefined ? (round.reviews.get(auditId) ?? null) : review
  }
  /** The version that the person has seen; null while nothing of it has been on screen. */
  const readVersion = (auditId: AuditId, wanted: ReviewState): string | null => {
    const report = seen.report(auditId)
    if (report !== undefined && report !== 'unreadable') return report.version
    // A follow-up can be noted before the report is there, and a report that cannot be read can still be marked.
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
      announce('The report is still being read')
      setLine('The report is still being read: mark it when you have seen it')
      return
    }
    setLine('')
    void session.mark(
      auditId,
      { state: wanted, note: text, version, ...(assigned === undefined ? {} : toAssigned(assigned)) },
      wish.seen,
    )
    const done = `${stateLooks[wanted].words}${text === undefined || text === '' ? '' : ', with a note'}`
    closeNote()
    if (wish.movesOn) moves.next(done)
    else announce(`${done}: ${nameOf(auditId)}`)
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
        announce('Nothing to undo')
        return
      }
      const word = `Undone: ${nameOf(undone.auditId)} is no longer ${stateLooks[undone.state].words.toLowerCase()}`
      say(word)
      setLine(word)
    },
  }
}

/** What an inspection counts as: "reviewed" at an older version is void, a follow-up of an older version is not. */
export function stateOf(review: Review | null): ReviewState {
  return review === null || (review.isChangedSince && review.state === 'reviewed') ? 'unreviewed' : review.state
}

'use client'

import { useCallback, useState } from 'react'
import { count, nameRow } from '@/components/review/review-words'
import { announce } from '@/lib/browser/announce'
import { formatCount } from '@/lib/browser/numbers'
import type { AuditId } from '@/lib/ids'
import { goBack, goNext, goTo } from './queue-state'
import type { PassRead } from './use-round'

export interface QueueMoves {
  nameOf: (auditId: AuditId) => string
  /** What is said on screen of the last key; empty: nothing. */
  line: string
  setLine: (line: string) => void
  /** Announces what was done, and where the person is now. */
  say: (done: string) => void
  /** On to the next inspection that nobody else has open. `done`: what was done to this one, announced with the move. */
  next: (done?: string) => void
  back: () => void
  /** The same function while the pass is the same. */
  go: (auditId: AuditId) => void
}

/** Moves through the queue, and what is announced of them. `onMove` runs before each move. */
export function useQueueMoves({ round, state, claims }: PassRead, onMove: () => void): QueueMoves {
  const { session, rows } = round
  const [line, setLine] = useState('')
  const nameOf = useCallback((auditId: AuditId) => nameRow(rows.get(auditId)), [rows])
  const say = useCallback(
    (done: string) => {
      const { ids, at } = session.state
      const id = ids[at]
      const failed = count(id === undefined ? 0 : (rows.get(id)?.failedCount ?? 0), 'failed', 'failed')
      const where = id === undefined ? 'End of the queue' : `${at + 1} of ${ids.length}: ${nameOf(id)}, ${failed}`
      announce(done === '' ? where : `${done}. ${where}`)
    },
    [session, rows, nameOf],
  )
  const isTaken = (auditId: AuditId) => {
    const other = claims.get(auditId)
    return other !== undefined && !other.isMine
  }
  const describePassed = (passed: readonly AuditId[]) => {
    const [first] = passed
    if (first === undefined) return ''
    return passed.length === 1
      ? `${claims.get(first)?.userName ?? 'Somebody'} has “${nameOf(first)}” open: passed over`
      : `${formatCount(passed.length)} passed over, others have them open`
  }
  const next = (done = '') => {
    const from = session.state.at
    onMove()
    session.change((now) => goNext(now, isTaken))
    const word = describePassed(state.ids.slice(from + 1, session.state.at).filter(isTaken))
    if (from < state.ids.length) say([done, word].filter((part) => part !== '').join('. '))
    setLine(word)
  }
  const go = useCallback(
    (auditId: AuditId) => {
      onMove()
      setLine('')
      session.change((now) => goTo(now, auditId))
      say('')
    },
    [session, say, onMove],
  )
  const back = () => {
    if (state.at === 0) return
    onMove()
    setLine('')
    session.change(goBack)
    say('')
  }
  return { nameOf, line, setLine, say, next, back, go }
}

'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { nameRow } from '@/components/review/review-texts'
import { announce } from '@/lib/browser/announce'
import type { AuditId } from '@/lib/ids'
import { goBack, goNext, goTo } from './queue-state'
import { type BatchRead, countQueue } from './use-round'

export interface QueueMoves {
  nameOf: (auditId: AuditId) => string
  /** A line about the last key; empty for none. */
  line: string
  setLine: (line: string) => void
  /** Announces what was done, and the new position. */
  say: (done: string) => void
  /** Moves to the next inspection that no other person has open. `done`: announced with the move. */
  next: (done?: string) => void
  back: () => void
  /** The same function for the whole batch. */
  go: (auditId: AuditId) => void
}

/** Moves through the queue and announces each move. `onMove` runs before it. */
export function useQueueMoves(read: BatchRead, onMove: () => void): QueueMoves {
  const { round, state, claims } = read
  const { count } = countQueue(read)
  const t = useTranslations('review.queue.said')
  const names = useTranslations('reportNames')
  const { session, rows } = round
  const [line, setLine] = useState('')
  const nameOf = useCallback((auditId: AuditId) => nameRow(names, rows.get(auditId)), [rows, names])
  const say = useCallback(
    (done: string) => {
      const { ids, at } = session.state
      const id = ids[at]
      const where =
        id === undefined
          ? t('end')
          : t('position', {
              position: at + 1,
              count,
              name: nameOf(id),
              failed: rows.get(id)?.failedCount ?? 0,
            })
      announce(done === '' ? where : t('then', { done, where }))
    },
    [session, rows, count, nameOf, t],
  )
  const isTaken = (auditId: AuditId) => {
    const other = claims.get(auditId)
    return other !== undefined && !other.isMine
  }
  const describeSkipped = (skipped: readonly AuditId[]) => {
    const [first] = skipped
    if (first === undefined) return ''
    if (skipped.length > 1) return t('skippedMany', { count: skipped.length })
    const user = claims.get(first)?.userName
    return user === undefined
      ? t('skippedByOther', { name: nameOf(first) })
      : t('skipped', { name: nameOf(first), user })
  }
  const next = (done = '') => {
    const from = session.state.at
    onMove()
    session.change((now) => goNext(now, isTaken))
    const word = describeSkipped(state.ids.slice(from + 1, session.state.at).filter(isTaken))
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

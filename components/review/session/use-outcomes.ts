'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import type { AuditId } from '@/lib/ids'
import { inspectionQueries } from '@/lib/inspections/queries'
import { reviewQueries } from '@/lib/review/queries'
import type { Review } from '@/lib/review/schema'
import type { QueueSession } from './queue-session'

/** Numbers elsewhere follow a fast pass at this pace. */
const countsMs = 2_000

/** Puts what is stored where the rest of the page reads it, and says what did not work. */
export function useOutcomes(
  session: QueueSession,
  nameOf: (auditId: AuditId) => string,
): { retry: (auditId: AuditId) => void } {
  const toast = useToast()
  const stored = useStoredReviews()
  const onStored = useEffectEvent(stored)
  const tell = useEffectEvent((title: string, description: string, isBad: boolean) => {
    announce(`${title}. ${description}`)
    if (isBad) toast.show({ tone: 'attention', title, description })
  })
  const name = useEffectEvent(nameOf)
  useEffect(() => {
    session.listen({
      onStored: (auditId, review) => onStored(auditId, review),
      onTrouble: ({ auditId, kind, error }) =>
        tell(
          `${name(auditId)} was not marked`,
          kind === 'conflict' ? 'Somebody else marked it meanwhile.' : describeError(error).message,
          false,
        ),
      onUndone: ({ auditId }, outcome) => {
        if (outcome.kind === 'kept')
          tell(`${name(auditId)} stays as it is`, 'Somebody changed its review again since.', true)
        if (outcome.kind === 'failed')
          tell(`${name(auditId)}: the undo did not arrive`, describeError(outcome.error).message, true)
      },
    })
    return () => session.listen(null)
  }, [session])
  const retry = async (auditId: AuditId) => {
    await session.retry(auditId)
    if (!session.state.troubles.has(auditId)) announce(`${nameOf(auditId)} is marked now`)
  }
  const retryOffline = useEffectEvent(() => {
    for (const trouble of session.state.troubles.values())
      if (trouble.kind === 'failed' && describeError(trouble.error).code === 'offline') void retry(trouble.auditId)
  })
  useEffect(() => {
    const sendAgain = () => retryOffline()
    window.addEventListener('online', sendAgain)
    return () => window.removeEventListener('online', sendAgain)
  }, [])
  return { retry: (auditId) => void retry(auditId) }
}

/**
 * What to do when the review of an inspection is stored otherwise: its detail is known at once (undefined: read again), and
 * lists and numbers that count reviews are read again soon.
 */
export function useStoredReviews(): (auditId: AuditId, review: Review | undefined) => void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  return (auditId, review) => {
    const { queryKey } = reviewQueries.detail(auditId)
    if (review !== undefined)
      queryClient.setQueryData(queryKey, (before) => ({ review, history: before?.history ?? [] }))
    void queryClient.invalidateQueries({ queryKey })
    timer.current ??= setTimeout(() => {
      timer.current = null
      void queryClient.invalidateQueries({ queryKey: reviewQueries.counts().queryKey })
      void queryClient.invalidateQueries({ queryKey: ['reviews', 'follow-ups'] })
      void queryClient.invalidateQueries({
        queryKey: inspectionQueries.all,
        predicate: ({ queryKey: [, kind] }) => kind !== 'report' && kind !== 'raw',
      })
    }, countsMs)
  }
}

'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import type { AuditId } from '@/lib/ids'
import { inspectionQueries } from '@/lib/inspections/queries'
import { reviewQueries } from '@/lib/review/queries'
import type { Review } from '@/lib/review/schema'
import type { QueueSession } from './queue-session'

/** While a person reviews fast, counts on the rest of the page are refreshed at this interval. */
const countsMs = 2_000

/** Passes stored reviews on to the rest of the page, and reports failures. */
export function useOutcomes(
  session: QueueSession,
  nameOf: (auditId: AuditId) => string,
): { retry: (auditId: AuditId) => void } {
  const t = useTranslations('review.queue.said')
  const texts = useEffectEvent(() => t)
  const toast = useToast()
  const stored = useStoredReviews()
  const onStored = useEffectEvent(stored)
  const notify = useEffectEvent((title: string, description: string, isBad: boolean) => {
    announce(t('notice', { title, description }))
    if (isBad) toast.show({ tone: 'attention', title, description })
  })
  const name = useEffectEvent(nameOf)
  useEffect(() => {
    session.listen({
      onStored: (auditId, review) => onStored(auditId, review),
      onTrouble: ({ auditId, kind, error }) =>
        notify(
          texts()('notMarked', { name: name(auditId) }),
          kind === 'conflict' ? texts()('conflict') : describeError(error).message,
          false,
        ),
      onUndone: ({ auditId }, outcome) => {
        if (outcome.kind === 'kept') notify(texts()('kept', { name: name(auditId) }), texts()('keptText'), true)
        if (outcome.kind === 'failed')
          notify(texts()('undoFailed', { name: name(auditId) }), describeError(outcome.error).message, true)
      },
    })
    return () => session.listen(null)
  }, [session])
  const retry = async (auditId: AuditId) => {
    await session.retry(auditId)
    if (!session.state.troubles.has(auditId)) announce(t('marked', { name: nameOf(auditId) }))
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
 * Returns a function to call when the review of an inspection has changed. It replaces the detail at once (undefined:
 * it is loaded again), and refreshes lists and counts of reviews soon.
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

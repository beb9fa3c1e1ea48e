'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import type { AuditId } from '@/lib/ids'
import { reviewCalls } from '@/lib/review/queries'
import type { ReviewMark } from '@/lib/review/schema'
import { useStoredReviews } from './session/use-outcomes'

export interface Mark {
  /** Marks an inspection and offers an undo. Resolves with whether the mark is stored; if not, the reason has been shown. */
  mark: (auditId: AuditId, name: string, mark: ReviewMark) => Promise<boolean>
  /** The inspections whose marks are being saved. */
  pending: ReadonlyMap<AuditId, ReviewMark>
}

/** Marks single inspections outside of the queue. */
export function useMark(): Mark {
  const t = useTranslations('review.marking')
  const states = useTranslations('review.states')
  const toast = useToast()
  const onStored = useStoredReviews()
  const [pending, setPending] = useState<ReadonlyMap<AuditId, ReviewMark>>(new Map())
  const settle = (auditId: AuditId) =>
    setPending((before) => new Map([...before].filter(([other]) => other !== auditId)))

  const undo = async (auditId: AuditId, name: string, batchId: string) => {
    try {
      const { kept } = await reviewCalls.undo(batchId)
      if (kept > 0) toast.show({ tone: 'attention', title: t('keptTitle'), description: t('kept', { name }) })
      else announce(t('undone', { name }))
    } catch (error) {
      toast.show({ tone: 'bad', title: t('undoFailed'), description: describeError(error).message })
    }
    onStored(auditId, undefined)
  }

  const mark: Mark['mark'] = async (auditId, name, wanted) => {
    setPending((before) => new Map(before).set(auditId, wanted))
    try {
      const { batchId, review } = await reviewCalls.mark(auditId, wanted)
      onStored(auditId, review)
      toast.show({
        tone: 'good',
        title: wanted.state === 'unreviewed' ? t('unreviewed') : states(wanted.state),
        description: name,
        action: { label: t('actions.undo'), onClick: () => void undo(auditId, name, batchId) },
      })
      return true
    } catch (error) {
      const isConflict = describeError(error).code === 'conflict'
      onStored(auditId, undefined)
      toast.show({
        tone: isConflict ? 'attention' : 'bad',
        title: t(isConflict ? 'conflict' : 'failed'),
        description: isConflict
          ? t('conflictText', { name })
          : t('failedText', { message: describeError(error).message }),
      })
      return false
    } finally {
      settle(auditId)
    }
  }
  return { mark, pending }
}

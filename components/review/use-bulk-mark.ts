'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { inspectionQueries } from '@/lib/inspections/queries'
import { reviewCalls, reviewQueries } from '@/lib/review/queries'
import type { BulkSelection, ReviewState } from '@/lib/review/schema'
import { type Assignment, noAssignment } from './assignment'

/**
 * Marks several inspections at once, and offers one undo. `keepsVersion`: those that have changed since they were
 * reviewed stay so, as when a single follow-up is marked.
 */
export function useBulkMark({ keepsVersion = false }: { keepsVersion?: boolean } = {}) {
  const t = useTranslations('review.bulkMarks')
  const common = useTranslations('common')
  const toast = useToast()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const readAgain = () => {
    void queryClient.invalidateQueries({ queryKey: inspectionQueries.all })
    void queryClient.invalidateQueries({ queryKey: reviewQueries.all })
  }

  const undo = async (batchId: string) => {
    try {
      const { restored, kept } = await reviewCalls.undo(batchId)
      toast.show({
        tone: kept > 0 ? 'attention' : 'good',
        title: t('undone', { count: restored }),
        ...(kept > 0 ? { description: t('kept', { count: kept }) } : {}),
      })
    } catch (error) {
      toast.show({ tone: 'bad', title: t('notUndone'), description: describeError(error).message })
    }
    readAgain()
  }

  /** Resolves with whether the marks are stored; if not, the reason has been shown. */
  const mark = async (
    selection: BulkSelection,
    state: ReviewState,
    note?: string,
    { assignee, dueOn }: Assignment = noAssignment,
  ): Promise<boolean> => {
    setBusy(true)
    try {
      const marked = await reviewCalls.markMany({
        selection,
        state,
        ...(note === undefined ? {} : { note }),
        ...(assignee === null ? {} : { assigneeId: assignee.userId }),
        ...(dueOn === null ? {} : { dueOn }),
        ...(keepsVersion ? { keepsVersion } : {}),
      })
      const { changed, unchanged, unknown } = marked
      toast.show({
        tone: 'good',
        title: t(`marked.${state}`, { count: changed }),
        ...(unchanged + unknown === 0 ? {} : { description: t('rest', { unchanged, unknown }) }),
        ...(changed === 0 ? {} : { action: { label: common('undo'), onClick: () => void undo(marked.batchId) } }),
      })
      return true
    } catch (error) {
      toast.show({
        tone: 'bad',
        title: t('notMarked.title'),
        description: t('notMarked.text', { reason: describeError(error).message }),
      })
      return false
    } finally {
      setBusy(false)
      readAgain()
    }
  }
  return { mark, isBusy }
}

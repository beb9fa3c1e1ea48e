'use client'

import { useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import type { AuditId } from '@/lib/ids'
import { reviewCalls } from '@/lib/review/queries'
import type { ReviewMark } from '@/lib/review/schema'
import { stateLooks } from './review-words'
import { useStoredReviews } from './session/use-outcomes'

export interface Mark {
  /** Marks, with an undo at hand. Resolves with whether it is stored; what kept it from being so has been shown. */
  mark: (auditId: AuditId, name: string, mark: ReviewMark) => Promise<boolean>
  /** What is on its way, by inspection. */
  pending: ReadonlyMap<AuditId, ReviewMark>
}

/** One mark on one inspection, outside of the queue. */
export function useMark(): Mark {
  const toast = useToast()
  const onStored = useStoredReviews()
  const [pending, setPending] = useState<ReadonlyMap<AuditId, ReviewMark>>(new Map())
  const settle = (auditId: AuditId) =>
    setPending((before) => new Map([...before].filter(([other]) => other !== auditId)))

  const undo = async (auditId: AuditId, name: string, batchId: string) => {
    try {
      const { kept } = await reviewCalls.undo(batchId)
      if (kept > 0)
        toast.show({ tone: 'attention', title: `${name} stays as it is`, description: 'It was changed again since.' })
      else announce(`Undone: ${name}`)
    } catch (error) {
      toast.show({ tone: 'bad', title: 'The mark was not undone', description: describeError(error).message })
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
        title: wanted.state === 'unreviewed' ? 'Marked unreviewed' : stateLooks[wanted.state].words,
        description: name,
        action: { label: 'Undo', onClick: () => void undo(auditId, name, batchId) },
      })
      return true
    } catch (error) {
      const isConflict = describeError(error).code === 'conflict'
      onStored(auditId, undefined)
      toast.show({
        tone: isConflict ? 'attention' : 'bad',
        title: isConflict ? 'Somebody was faster' : 'It was not marked',
        description: isConflict
          ? `The review of ${name} was changed meanwhile. Look at it as it is now, and mark it again if you still want to.`
          : `${describeError(error).message} Nothing was changed.`,
      })
      return false
    } finally {
      settle(auditId)
    }
  }
  return { mark, pending }
}

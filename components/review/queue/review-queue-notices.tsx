'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleDot, Eye, History, NotebookPen, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import { inspectionHref } from '@/lib/browser/routes'
import type { AuditId } from '@/lib/ids'
import { reviewQueries } from '@/lib/review/queries'
import type { Review } from '@/lib/review/schema'
import type { Act } from '@/components/review/session/queue-state'
import { QueueStrip } from './queue-strip'
import { AssignmentLine } from '@/components/review/assignment'
import { stateLooks } from '@/components/review/review-words'
import type { OpenClaim } from '@/components/review/session/use-claim'
import { useSeen } from '@/components/review/session/use-seen'

/** Somebody else has the inspection open. */
export function HolderStrip({ claim, onNext }: { claim: OpenClaim; onNext: () => void }) {
  const { holder } = claim
  if (holder === null) return null
  return (
    <QueueStrip
      tone="attention"
      icon={Eye}
      isAlert
      actions={
        <>
          <Button size="sm" onClick={claim.takeOver}>
            Take over
          </Button>
          <Button size="sm" onClick={onNext}>
            Next one
          </Button>
        </>
      }
    >
      {holder.isMine ? (
        <>You have this open in another tab.</>
      ) : (
        <>
          <strong className="font-medium">{holder.userName}</strong> has this open. Take it over if you agreed so.
        </>
      )}
    </QueueStrip>
  )
}

/** What was made of the inspection before: by others since the queue was read, or at an older version. */
export function ReviewStrip({
  auditId,
  queued,
  act,
  isGone,
  onSeen,
}: {
  auditId: AuditId
  /** The review as the queue had it, for as long as nothing newer is read. */
  queued: Review | null
  act: Act | undefined
  /** It left the queue while it was on screen, or before. */
  isGone: boolean
  /** The person has seen the review as it was when they came. */
  onSeen: (review: Review | null) => void
}) {
  const { data, isFetchedAfterMount, isSuccess } = useQuery({
    ...reviewQueries.detail(auditId),
    refetchOnMount: 'always',
  })
  const review = data === undefined ? queued : data.review
  const arrival = useArrival(review, isFetchedAfterMount && isSuccess)
  // A mark of this pass is shown instead of what others marked since, so nobody has seen that.
  useSeen(act === undefined ? arrival : undefined, onSeen)
  // One's own mark of this pass shows on the button that made it; its note only here.
  if (act !== undefined) {
    const note = act.note ?? review?.note ?? ''
    return note === '' ? null : (
      <QueueStrip tone="neutral" icon={NotebookPen}>
        <p className="max-w-[72ch] whitespace-pre-wrap">{note}</p>
      </QueueStrip>
    )
  }
  const isOpen = review === null || review.state === 'unreviewed' || review.isChangedSince
  return (
    <>
      {isGone && isOpen && data !== undefined && <GoneStrip auditId={auditId} />}
      {review !== null && <StoredReview review={review} auditId={auditId} />}
    </>
  )
}

/**
 * The review as it was when the person came: at first what the page knew, and then what it read on arrival. What others do
 * later is shown at once, but a mark never replaces it without asking.
 */
function useArrival(review: Review | null, isRead: boolean): Review | null {
  const [arrival, setArrival] = useState({ review, isRead })
  if (isRead && !arrival.isRead) setArrival({ review, isRead })
  return arrival.review
}

/**
 * The inspection left the queue while it is on screen. Its review is read only when the person asks, so that it does not
 * change under a mark that they are about to make.
 */
function GoneStrip({ auditId }: { auditId: AuditId }) {
  const { refetch, isFetching } = useQuery({ ...reviewQueries.detail(auditId), enabled: false })
  const [isAsked, setAsked] = useState(false)
  const look = async () => {
    const { isSuccess } = await refetch()
    setAsked(isSuccess)
  }
  return (
    <QueueStrip
      tone="attention"
      icon={CircleDot}
      isAlert
      actions={
        isAsked ? undefined : (
          <Button size="sm" busy={isFetching} onClick={() => void look()}>
            Show its review
          </Button>
        )
      }
    >
      {isAsked
        ? 'No longer in this queue: nobody has marked it, it does not fit the filter any more.'
        : 'No longer in this queue: somebody marked it since you began, or it does not fit the filter any more.'}
    </QueueStrip>
  )
}

function StoredReview({ review, auditId }: { review: Review; auditId: AuditId }) {
  if (review.state === 'unreviewed' && review.note === '') return null
  if (review.isChangedSince && review.state !== 'unreviewed') {
    return (
      <QueueStrip tone="neutral" icon={History}>
        Changed since <ReviewWords review={review} />{' '}
        <a
          href={changesHref(auditId, review.version)}
          target="_blank"
          rel="noopener"
          className="text-accent-ink underline underline-offset-2"
        >
          See what changed<span className="sr-only"> (opens in a new tab)</span>
        </a>
        <AssignmentLine review={review} />
        <Note review={review} />
      </QueueStrip>
    )
  }
  const { words, icon } = stateLooks[review.state]
  return (
    <QueueStrip tone="neutral" icon={review.state === 'unreviewed' ? UserCheck : icon}>
      {words}
      {review.state === 'unreviewed' ? ', with a note' : ''} by{' '}
      <strong className="font-medium">{review.reviewerName}</strong>{' '}
      <Time value={review.reviewedAt} format="relative" />
      <AssignmentLine review={review} />
      <Note review={review} />
    </QueueStrip>
  )
}

/** What came after the version that was reviewed, whatever one opened since. */
function changesHref(auditId: AuditId, version: string): string {
  return `${inspectionHref(auditId)}?${new URLSearchParams({ tab: 'changes', from: version }).toString()}`
}

function ReviewWords({ review }: { review: Review }) {
  return (
    <>
      <strong className="font-medium">{review.reviewerName}</strong>
      {review.state === 'follow-up' ? ' marked it for follow-up' : '’s review'} of{' '}
      <Time value={review.reviewedAt} format="date" />.
    </>
  )
}

function Note({ review }: { review: Review }) {
  if (review.note === '') return null
  return <p className="mt-1 max-w-[72ch] whitespace-pre-wrap text-ink-muted">“{review.note}”</p>
}

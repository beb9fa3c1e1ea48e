'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleDot, Eye, History, NotebookPen, UserCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { strong } from '@/components/ui/rich-text'
import { Time } from '@/components/ui/dates/time'
import { addressOf } from '@/lib/base-path'
import { inspectionHref } from '@/lib/browser/routes'
import type { AuditId } from '@/lib/ids'
import { reviewQueries } from '@/lib/review/queries'
import type { Review } from '@/lib/review/schema'
import type { Act } from '@/components/review/session/queue-state'
import { QueueStrip } from './queue-strip'
import { AssignmentLine } from '@/components/review/assignment'
import { stateStyles } from '@/components/review/review-texts'
import type { OpenClaim } from '@/components/review/session/use-claim'
import { useSeen } from '@/components/review/session/use-seen'

/** Says that another person has the inspection open. */
export function HolderStrip({ claim, onNext }: { claim: OpenClaim; onNext: () => void }) {
  const t = useTranslations('review.queue.notices')
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
            {t('actions.takeOver')}
          </Button>
          <Button size="sm" onClick={onNext}>
            {t('actions.next')}
          </Button>
        </>
      }
    >
      {holder.isMine ? t('otherTab') : t.rich('holder', { name: holder.userName, b: strong })}
    </QueueStrip>
  )
}

/** Earlier reviews of the inspection: by other people since the queue was loaded, or of an older version. */
export function ReviewStrip({
  auditId,
  queued,
  act,
  isDeleted,
  onSeen,
}: {
  auditId: AuditId
  /** The review that came with the queue, until a newer one is loaded. */
  queued: Review | null
  act: Act | undefined
  /** Whether it has left the queue since the queue was loaded. */
  isDeleted: boolean
  /** Called when the person has seen the review that was on screen when they opened the inspection. */
  onSeen: (review: Review | null) => void
}) {
  const { data, isFetchedAfterMount, isSuccess } = useQuery({
    ...reviewQueries.detail(auditId),
    refetchOnMount: 'always',
  })
  const review = data === undefined ? queued : data.review
  const arrival = useArrival(review, isFetchedAfterMount && isSuccess)
  // The mark of this batch hides later marks of other people, so the person has not seen those.
  useSeen(act === undefined ? arrival : undefined, onSeen)
  // The person's own mark shows on its button; its note shows only here.
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
      {isDeleted && isOpen && data !== undefined && <DeletedStrip auditId={auditId} />}
      {review !== null && <StoredReview review={review} auditId={auditId} />}
    </>
  )
}

/**
 * The review when the person opened the inspection: first the known one, then the loaded one. Later reviews by other people
 * are shown at once, but a mark never replaces one of them without asking.
 */
function useArrival(review: Review | null, isRead: boolean): Review | null {
  const [arrival, setArrival] = useState({ review, isRead })
  if (isRead && !arrival.isRead) setArrival({ review, isRead })
  return arrival.review
}

/**
 * Says that the inspection has left the queue. Its review is loaded only on request, so that it does not change just before
 * the person marks it.
 */
function DeletedStrip({ auditId }: { auditId: AuditId }) {
  const t = useTranslations('review.queue.notices')
  const { refetch, isFetching } = useQuery({ ...reviewQueries.detail(auditId), enabled: false })
  const [isAsked, setAsked] = useState(false)
  const show = async () => {
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
          <Button size="sm" busy={isFetching} onClick={() => void show()}>
            {t('actions.showReview')}
          </Button>
        )
      }
    >
      {t(isAsked ? 'goneUnmarked' : 'gone')}
    </QueueStrip>
  )
}

function StoredReview({ review, auditId }: { review: Review; auditId: AuditId }) {
  const t = useTranslations('review.queue.notices')
  if (review.state === 'unreviewed' && review.note === '') return null
  if (review.isChangedSince && review.state !== 'unreviewed') {
    return (
      <QueueStrip tone="neutral" icon={History}>
        {t.rich(review.state === 'follow-up' ? 'changedFollowUp' : 'changedReview', {
          name: review.reviewerName,
          b: strong,
          time: () => <Time value={review.reviewedAt} format="date" />,
        })}{' '}
        <a
          href={addressOf(changesHref(auditId, review.version))}
          target="_blank"
          rel="noopener"
          className="text-accent-ink underline underline-offset-2"
        >
          {t('changes')}
          <span className="sr-only"> {t('newTab')}</span>
        </a>
        <AssignmentLine review={review} />
        <Note review={review} />
      </QueueStrip>
    )
  }
  const { icon } = stateStyles[review.state]
  return (
    <QueueStrip tone="neutral" icon={review.state === 'unreviewed' ? UserCheck : icon}>
      {t.rich(`by.${review.state}`, {
        name: review.reviewerName,
        b: strong,
        time: () => <Time value={review.reviewedAt} format="relative" />,
      })}
      <AssignmentLine review={review} />
      <Note review={review} />
    </QueueStrip>
  )
}

/** The changes since the reviewed version, whichever versions were opened since. */
function changesHref(auditId: AuditId, version: string): string {
  return `${inspectionHref(auditId)}?${new URLSearchParams({ tab: 'changes', from: version }).toString()}`
}

function Note({ review }: { review: Review }) {
  const t = useTranslations('review.queue.notices')
  if (review.note === '') return null
  return <p className="mt-1 max-w-[72ch] whitespace-pre-wrap text-ink-muted">{t('noteText', { note: review.note })}</p>
}

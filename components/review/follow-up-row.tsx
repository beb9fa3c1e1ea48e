'use client'

import { CircleCheck, History } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { useMay } from '@/lib/browser/sign-in/actor'
import { classNames } from '@/lib/browser/class-names'
import { inspectionHref } from '@/lib/browser/routes'
import { AssignButton } from './assign-button'
import { AssignmentLine } from './assignment'
import { nameRow } from './review-texts'
import { writeQueueHref } from './session/queue-address'
import type { FollowUp } from './use-follow-ups'
import type { Mark } from './use-mark'

/** One follow-up: the inspection, what needs doing, the assignee and the due date. */
export function FollowUpRow({ item: { row, review }, marks }: { item: FollowUp; marks: Mark }) {
  const mayMark = useMay('reviews:write')
  const t = useTranslations('review.followUps.row')
  const name = nameRow(useTranslations('review.names'), row)
  const isPending = marks.pending.has(row.auditId)
  // The version that was reviewed, so that a newer version stays "changed since review".
  const markReviewed = () =>
    void marks.mark(row.auditId, name, { state: 'reviewed', version: review.version, revision: review.revision })
  return (
    <li
      className={classNames(
        'grid gap-x-6 gap-y-2 p-4 text-sm transition-opacity md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]',
        isPending && 'opacity-50',
      )}
    >
      <div className="min-w-0 space-y-1">
        <Link href={inspectionHref(row.auditId)} prefetch={false} className="font-medium wrap-anywhere hover:underline">
          {name}
        </Link>
        <p className="text-ink-muted wrap-anywhere">
          {[row.templateName, row.siteName].filter((part) => part !== null).join(' · ')}
        </p>
        <div className="flex flex-wrap gap-1 empty:hidden">
          {row.failedCount !== null && row.failedCount > 0 && (
            <Badge tone="bad">{t('failed', { count: row.failedCount })}</Badge>
          )}
          {review.isChangedSince && (
            <Badge tone="attention" icon={History}>
              {t('changed')}
            </Badge>
          )}
        </div>
      </div>
      <div className="min-w-0 space-y-1">
        <p
          className={classNames(
            'max-w-[72ch] whitespace-pre-wrap wrap-anywhere',
            review.note === '' && 'text-ink-muted',
          )}
        >
          {review.note === '' ? t('noNote') : review.note}
        </p>
        <AssignmentLine review={review} />
        <p className="text-xs text-ink-muted">
          {t.rich('marked', {
            name: review.reviewerName,
            time: () => <Time value={review.reviewedAt} format="smart" />,
          })}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2 md:flex-nowrap md:justify-end">
        <ButtonLink
          size="sm"
          variant="ghost"
          href={writeQueueHref({ review: ['follow-up'] }, { order: 'newest', at: row.auditId })}
          aria-label={t('openNamed', { name })}
        >
          {t('actions.open')}
        </ButtonLink>
        {mayMark && <AssignButton row={row} review={review} marks={marks} />}
        {mayMark && (
          <Button
            size="sm"
            icon={CircleCheck}
            disabled={isPending}
            onClick={markReviewed}
            aria-label={t('doneNamed', { name })}
          >
            {t('actions.done')}
          </Button>
        )}
      </div>
    </li>
  )
}

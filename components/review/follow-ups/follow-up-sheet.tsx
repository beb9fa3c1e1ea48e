'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { AssignmentLine } from '@/components/review/assignment'
import { nameRow } from '@/components/review/review-texts'
import { writeQueueHref } from '@/components/review/session/queue-address'
import { PlaceLinks } from '@/components/templates/place-links'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import type { PeekPlace } from '@/components/ui/data-table/data-table'
import { PeekPanel } from '@/components/ui/data-table/peek-panel'
import type { PeekSummary } from '@/components/ui/data-table/use-active-row'
import { Time } from '@/components/ui/dates/time'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { inspectionHref } from '@/lib/browser/routes'
import type { AuditId } from '@/lib/ids'
import type { FollowUp } from '@/lib/review/follow-ups-schema'
import { ChangedBadge, FollowUpActions } from './use-follow-up-columns'

/** One follow-up beside the list: the inspection, the whole note, the assignee and the due date. */
export function FollowUpSheet({
  summary,
  place,
  item,
}: {
  summary: PeekSummary<FollowUp, AuditId>
  place: PeekPlace
  /** Undefined if it is not in the list or not loaded. */
  item: FollowUp | undefined
}) {
  const t = useTranslations('review.followUps.sheet')
  return (
    <PeekPanel
      label={t('label')}
      previousLabel={t('previous')}
      nextLabel={t('next')}
      summary={summary}
      place={place}
      actions={null}
    >
      {item === undefined ? <EmptyState title={t('missing')}>{t('missingText')}</EmptyState> : <Body item={item} />}
    </PeekPanel>
  )
}

function Body({ item }: { item: FollowUp }) {
  const { row, review } = item
  const t = useTranslations('review.followUps')
  const name = nameRow(useTranslations('reportNames'), row)
  return (
    <div className="space-y-4 p-4 text-sm">
      <div className="space-y-1">
        <h2 className="text-lg font-semibold wrap-anywhere">
          <Link
            href={inspectionHref(row.auditId)}
            prefetch={false}
            className="hover:underline hover:underline-offset-2"
          >
            {name}
          </Link>
        </h2>
        <PlaceLinks
          templateId={row.templateId}
          template={row.templateName}
          site={row.siteName}
          className="text-ink-muted wrap-anywhere"
        />
        <div className="flex flex-wrap gap-1 empty:hidden">
          {row.failedCount !== null && row.failedCount > 0 && (
            <Badge tone="bad">{t('row.failed', { count: row.failedCount })}</Badge>
          )}
          {review.isChangedSince && <ChangedBadge />}
        </div>
      </div>
      <p className={review.note === '' ? 'text-ink-muted' : 'whitespace-pre-wrap wrap-anywhere'}>
        {review.note === '' ? t('row.noNote') : review.note}
      </p>
      <AssignmentLine review={review} />
      <p className="text-xs text-ink-muted">
        {t.rich('row.marked', {
          name: review.reviewerName,
          time: () => <Time value={review.reviewedAt} format="smart" />,
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <FollowUpActions item={item} />
        <ButtonLink
          size="sm"
          variant="ghost"
          href={writeQueueHref({ review: ['follow-up'] }, { order: 'newest', at: row.auditId })}
          aria-label={t('row.openNamed', { name })}
        >
          {t('row.actions.open')}
        </ButtonLink>
      </div>
    </div>
  )
}

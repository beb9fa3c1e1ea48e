'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Score } from '@/components/templates/score'
import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { PlaceLinks } from '@/components/templates/place-links'
import { inspectionHref } from '@/lib/browser/routes'
import type { InspectionRow } from '@/lib/inspections/schema'

type Shown = Pick<InspectionRow, 'title' | 'failedCount' | 'scorePercentage' | 'modifiedAt'> & {
  auditId: string
  templateId: string | null
}

/** One inspection in a short list: title and place, score, time, and how many answers failed. */
export function InspectionLine({
  inspection,
  place,
  isCompleted,
}: {
  inspection: Shown
  /** Template, site and author; null where the page already shows them. */
  place: { template: string | null; site: string | null; author: string | null }
  isCompleted: boolean
}) {
  const t = useTranslations('overview.line')
  const { auditId, title, templateId, failedCount, scorePercentage, modifiedAt } = inspection
  const failed = failedCount ?? 0
  return (
    <li className="relative flex min-h-14 items-center gap-4 border-b border-line px-4 py-2 text-sm last:border-b-0 hover:bg-raised">
      <div className="min-w-0 flex-1">
        <Link
          href={inspectionHref(auditId)}
          className="block truncate font-medium leading-6 after:absolute after:inset-0"
        >
          {title ?? t('untitled')}
        </Link>
        <PlaceLinks templateId={templateId} {...place} className="truncate text-ink-muted" />
      </div>
      {scorePercentage !== null && (
        <span className="hidden w-16 justify-end text-ink-muted sm:flex">
          <Score look="text" templateId={templateId} percentage={scorePercentage} isCompleted={isCompleted} />
        </span>
      )}
      <div className="flex shrink-0 flex-col items-end gap-1 sm:flex-row-reverse sm:items-center sm:gap-4">
        <Time value={modifiedAt} format="smart" className="relative z-1 text-end text-ink-muted sm:w-24" />
        {failed > 0 && <Badge tone="bad">{t('failed', { count: failed })}</Badge>}
        {failed === 0 && !isCompleted && <Badge tone="neutral">{t('inProgress')}</Badge>}
      </div>
    </li>
  )
}

/** Shown instead of such a list while it is loading. */
export function LoadingLines() {
  return (
    <ul aria-busy>
      {[1, 2, 3, 4, 5].map((key) => (
        <li key={key} className="flex h-14 items-center border-b border-line px-4 last:border-b-0">
          <Skeleton className="h-3 w-2/5" />
        </li>
      ))}
    </ul>
  )
}

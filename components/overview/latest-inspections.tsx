'use client'

import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { ErrorNotice } from '@/components/ui/error-notice'
import type { InspectionPage } from '@/lib/inspections/schema'
import { InspectionLine, LoadingLines } from './inspection-line'

export interface LatestQuery {
  data: InspectionPage | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** The newest inspections of a list, without what the page already shows. */
export function LatestInspections({
  query: { data, error, isFetching, refetch },
  of,
  about,
  none,
  all,
}: {
  query: LatestQuery
  /** What the page is about, which its rows do not repeat. */
  of: 'template' | 'site' | 'asset' | 'author'
  /** Says how the inspections were found. */
  about?: string
  /** Shown if there are none; undefined if the page already says so. */
  none?: string
  /** The list of all of them. */
  all: { href: Route; text: string }
}) {
  const t = useTranslations('overview.latest')
  return (
    <section aria-labelledby="latest-inspections" className="overflow-hidden rounded border border-line bg-surface">
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-3">
        <div className="min-w-0">
          <h2 id="latest-inspections" className="text-base font-semibold">
            {t('title')}
          </h2>
          {about !== undefined && <p className="text-sm text-ink-muted">{about}</p>}
        </div>
        {data !== undefined && data.rows.length > 0 && (
          <Link href={all.href} className="text-sm text-accent-ink underline-offset-2 hover:underline">
            {all.text}
          </Link>
        )}
      </div>
      {error !== null && (
        <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data === undefined && error === null && <LoadingLines />}
      {data?.rows.length === 0 && <p className="px-4 py-3 text-sm text-ink-muted">{none}</p>}
      {data !== undefined && data.rows.length > 0 && (
        <ul>
          {data.rows.map((row) => (
            <InspectionLine
              key={row.auditId}
              inspection={row}
              place={{
                template: of === 'template' ? null : row.templateName,
                site: of === 'site' ? null : row.siteName,
                author: of === 'author' ? null : row.authorName,
              }}
              isCompleted={row.completedAt !== null}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

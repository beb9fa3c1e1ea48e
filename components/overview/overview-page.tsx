'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ClipboardList } from 'lucide-react'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { overviewQueries } from '@/lib/overview/queries'
import type { Overview } from '@/lib/overview/schema'
import { FirstSteps } from './first-steps'
import { InspectionLine, LoadingLines } from './inspection-line'
import { overviewLinks } from './links'
import { Notices } from './notices'
import { PeriodSection } from './period-section'
import { ReviewFigures } from './review-figures'
import { PeriodButton } from './use-period'

/** What needs attention today, in numbers that link to the inspections behind them. */
export function OverviewPage() {
  const t = useTranslations('overview')
  const { data, error, isFetching, refetch } = useQuery(overviewQueries.overview())
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader title={t('title')} actions={<PeriodButton />} />
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('failure.title')}
          kept={data === undefined ? '' : t('failure.kept')}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.total === 0 ? (
        <NothingYet asOf={data.asOf} />
      ) : (
        <>
          <Notices />
          <FirstSteps />
          <ReviewFigures />
          <PeriodSection />
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <RecentFailures failures={data?.recentFailures} />
            <Totals data={data} />
          </div>
        </>
      )}
      {data?.total === 0 && <FirstSteps />}
    </div>
  )
}

function NothingYet({ asOf }: { asOf: string | null }) {
  const t = useTranslations('overview.empty')
  const reason = asOf === null ? 'firstSync' : 'none'
  return (
    <EmptyState icon={ClipboardList} title={t(`${reason}.title`)} className="rounded border border-line bg-surface">
      {t(`${reason}.text`)}
    </EmptyState>
  )
}

/** The totals of the whole index. */
function Totals({ data }: { data: Overview | undefined }) {
  const t = useTranslations('overview.figures')
  const format = useFormatter()
  const figures = [
    { name: t('all'), value: data?.total, href: overviewLinks.all },
    { name: t('inProgress'), value: data?.inProgress, href: overviewLinks.inProgress },
  ]
  return (
    <dl className="divide-y divide-line rounded border border-line bg-surface">
      {figures.map(({ name, value, href }) => (
        <div key={name} className="group relative flex items-baseline justify-between gap-4 px-4 py-3 hover:bg-raised">
          <dt className="text-sm text-ink-muted">
            <Link href={href} className="after:absolute after:inset-0 group-hover:text-ink group-hover:underline">
              {name}
            </Link>
          </dt>
          <dd className="text-base font-semibold tabular-nums">
            {value === undefined ? <Skeleton className="h-5 w-16" /> : format.number(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RecentFailures({ failures }: { failures: Overview['recentFailures'] | undefined }) {
  const t = useTranslations('overview.failures')
  return (
    <div className="overflow-hidden rounded border border-line bg-surface">
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-3">
        <h2 className="text-base font-semibold">{t('title')}</h2>
        {failures !== undefined && failures.length > 0 && (
          <Link href={overviewLinks.allFailed} className="text-sm text-accent-ink underline-offset-2 hover:underline">
            {t('viewAll')}
          </Link>
        )}
      </div>
      {failures === undefined ? (
        <LoadingLines />
      ) : failures.length === 0 ? (
        <EmptyState icon={CircleCheck} title={t('empty.title')} className="py-8">
          {t('empty.text')}
        </EmptyState>
      ) : (
        <ul>
          {failures.map((failure) => (
            <InspectionLine
              key={failure.auditId}
              inspection={failure}
              place={{ template: failure.templateName, site: failure.siteName, author: null }}
              isCompleted
            />
          ))}
        </ul>
      )}
    </div>
  )
}

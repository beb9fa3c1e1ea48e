'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ClipboardList } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { formatPercentage } from '@/components/ui/score'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/browser/numbers'
import { inspectionHref } from '@/lib/browser/routes'
import { overviewQueries } from '@/lib/overview/queries'
import type { Overview } from '@/lib/overview/schema'
import { DayStrip } from './day-strip'
import { overviewLinks } from './links'
import { ReviewFigures } from './review-figures'
import { SyncPanel } from './sync-panel'

/** What needs a person today, in numbers that lead to what is behind them. */
export function OverviewPage() {
  const { data, error, isFetching, refetch } = useQuery(overviewQueries.overview())
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader title="Overview" />
      {error !== null && (
        <ErrorNotice
          error={error}
          title="The numbers could not be read"
          kept={data === undefined ? '' : 'Those below are as they were read before.'}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.total === 0 ? (
        <NothingYet asOf={data.asOf} />
      ) : (
        <>
          <ReviewFigures />
          <Figures data={data} />
          <div className="grid gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <section className="flex min-w-0 flex-col gap-6">
              <DayStrip days={data?.days} />
              <RecentFailures failures={data?.recentFailures} />
            </section>
            <SyncPanel />
          </div>
        </>
      )}
      {data?.total === 0 && <SyncPanel />}
    </div>
  )
}

function NothingYet({ asOf }: { asOf: string | null }) {
  return (
    <EmptyState
      icon={ClipboardList}
      title={asOf === null ? 'The first sync is on its way' : 'No inspections yet'}
      className="rounded border border-line bg-surface"
    >
      {asOf === null
        ? 'Numbers show up here as soon as inspections are read from the service.'
        : 'The service has none that the owner of the token may see. New ones show up within a minute.'}
    </EmptyState>
  )
}

function Figures({ data }: { data: Overview | undefined }) {
  const figures = [
    { name: 'Completed, last 7 days', value: data?.completedLast7Days, href: overviewLinks.completed },
    {
      name: 'With failures, last 7 days',
      value: data?.failedLast7Days,
      href: overviewLinks.failed,
      isBad: true,
    },
    { name: 'In progress', value: data?.inProgress, href: overviewLinks.inProgress },
    { name: 'Inspections in all', value: data?.total, href: overviewLinks.all },
  ]
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded border border-line bg-surface lg:grid-cols-4">
      {figures.map(({ name, value, isBad, href }) => (
        <div
          key={name}
          className="group relative flex flex-col-reverse justify-end gap-1 border-line p-4 hover:bg-raised not-last:border-r max-lg:nth-2:border-r-0 max-lg:nth-[-n+2]:border-b"
        >
          <dt className="text-sm text-ink-muted">
            <Link href={href} className="after:absolute after:inset-0 group-hover:text-ink group-hover:underline">
              {name}
            </Link>
          </dt>
          <dd className="flex h-8 items-center gap-2 text-xl font-semibold tabular-nums">
            {value === undefined ? <Skeleton className="h-6 w-16" /> : formatCount(value)}
            {isBad === true && data !== undefined && data.completedLast7Days > 0 && (
              <span className="text-sm font-normal text-ink-muted">
                {formatPercentage((data.failedLast7Days / data.completedLast7Days) * 100)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RecentFailures({ failures }: { failures: Overview['recentFailures'] | undefined }) {
  return (
    <div className="overflow-hidden rounded border border-line bg-surface">
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-3">
        <h2 className="text-base font-semibold">Latest with failures</h2>
        {failures !== undefined && failures.length > 0 && (
          <Link href={overviewLinks.allFailed} className="text-sm text-accent-ink underline-offset-2 hover:underline">
            All with failures
          </Link>
        )}
      </div>
      {failures === undefined ? (
        <ul aria-busy>
          {[1, 2, 3, 4, 5].map((key) => (
            <li key={key} className="flex h-14 items-center border-b border-line px-4 last:border-b-0">
              <Skeleton className="h-3 w-2/5" />
            </li>
          ))}
        </ul>
      ) : failures.length === 0 ? (
        <EmptyState icon={CircleCheck} title="No failures" className="py-8">
          No completed inspection that was read so far has a failed answer.
        </EmptyState>
      ) : (
        <ul>
          {failures.map((failure) => (
            <li
              key={failure.auditId}
              className="relative flex min-h-14 items-center gap-4 border-b border-line px-4 py-2 text-sm last:border-b-0 hover:bg-raised"
            >
              <div className="min-w-0 flex-1">
                <Link
                  href={inspectionHref(failure.auditId)}
                  className="block truncate font-medium after:absolute after:inset-0"
                >
                  {failure.title ?? 'Untitled inspection'}
                </Link>
                <p className="truncate text-ink-muted">
                  {[failure.templateName, failure.siteName].filter((name) => name !== null).join(' · ')}
                </p>
              </div>
              {failure.scorePercentage !== null && (
                <span className="hidden w-14 text-right text-ink-muted tabular-nums sm:block">
                  {formatPercentage(failure.scorePercentage)}
                </span>
              )}
              <div className="flex shrink-0 flex-col items-end gap-1 sm:flex-row-reverse sm:items-center sm:gap-4">
                <Time
                  value={failure.modifiedAt}
                  format="smart"
                  className="relative z-1 text-right text-ink-muted sm:w-24"
                />
                <Badge tone="bad">{failure.failedCount} failed</Badge>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

'use client'

import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { hidden } from '@/components/ui/rich-text'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableRow } from '@/components/ui/lists/table'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import type { OverviewPeriod } from '@/lib/overview/schema'
import { formatDate } from '@/lib/time/time-format'
import type { LinksOf } from './links'
import { TrendBars } from './trend-bars'

type Bucket = OverviewPeriod['buckets'][number]

function useBucketName(): (range: string) => string {
  const style = useTimeStyle()
  const format = useFormatter()
  return (range) =>
    range.length > 7
      ? formatDate(Date.parse(`${range}T00:00:00Z`), 'UTC', style)
      : format.dateTime(new Date(`${range}-01T00:00:00Z`), { month: 'short', year: 'numeric', timeZone: 'UTC' })
}

/** Completed inspections over time as bars, the failed ones at the foot. Every bar opens its inspections; a table has the same links. */
export function TrendChart({ period, linksOf }: { period: OverviewPeriod | undefined; linksOf: LinksOf }) {
  const t = useTranslations('overview.trend')
  const [pointed, setPointed] = useState<Bucket | null>(null)
  const nameBucket = useBucketName()
  return (
    <figure className="rounded border border-line bg-surface p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">{t(period?.unit === 'month' ? 'months' : 'days')}</h2>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-muted tabular-nums">
          {pointed !== null && <span>{nameBucket(pointed.range)}</span>}
          <Key className="bg-accent">
            {pointed === null ? t('completed') : t('completedCount', { count: pointed.completed })}
          </Key>
          <Key className="bg-bad">{pointed === null ? t('failed') : t('failedCount', { count: pointed.failed })}</Key>
        </p>
      </figcaption>
      {period === undefined ? (
        <Skeleton className="mt-4 h-45 w-full" />
      ) : (
        <>
          <TrendBars
            bars={period.buckets.map(({ range, completed, failed }) => ({
              key: range,
              name: nameBucket(range),
              href: linksOf(range).completed,
              value: completed,
              part: failed,
            }))}
            onPoint={(key) => setPointed(period.buckets.find(({ range }) => range === key) ?? null)}
          />
          <TrendTable period={period} linksOf={linksOf} />
        </>
      )}
    </figure>
  )
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-xs ${className}`} />
      {children}
    </span>
  )
}

function TrendTable({ period: { buckets, unit }, linksOf }: { period: OverviewPeriod; linksOf: LinksOf }) {
  const t = useTranslations('overview.trend.table')
  const nameBucket = useBucketName()
  const count = (bucket: Bucket, name: 'completed' | 'failed') =>
    bucket[name] === 0 ? (
      '0'
    ) : (
      <Link
        href={linksOf(bucket.range)[name]}
        prefetch={false}
        className="text-accent-ink underline-offset-2 hover:underline"
      >
        {t.rich(`${name}On`, { count: bucket[name], day: nameBucket(bucket.range), hidden })}
      </Link>
    )
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer text-ink-muted hover:text-ink">{t('open')}</summary>
      <Table
        label={t('label')}
        columns={[
          { label: t(unit) },
          { label: t('completed'), align: 'right' },
          { label: t('failed'), align: 'right' },
        ]}
        className="mt-2 max-h-60"
      >
        {buckets.toReversed().map((bucket) => (
          <TableRow key={bucket.range} head={nameBucket(bucket.range)} headClassName="py-1">
            <td className="py-1 text-end">{count(bucket, 'completed')}</td>
            <td className="py-1 text-end">{count(bucket, 'failed')}</td>
          </TableRow>
        ))}
      </Table>
    </details>
  )
}

'use client'

import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useState } from 'react'
import { hidden } from '@/components/ui/rich-text'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableRow } from '@/components/ui/lists/table'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import type { OverviewPeriod } from '@/lib/overview/schema'
import { formatDate } from '@/lib/time/time-format'
import type { LinksOf } from './links'

type Bucket = OverviewPeriod['buckets'][number]

const chart = { height: 200, left: 40, right: 8, top: 8, bottom: 24 } as const
const plotHeight = chart.height - chart.top - chart.bottom
/** Before the width is measured. */
const firstWidthPx = 720
/** What the name of a day or month takes, with space around it. */
const labelPx = 96

/** The width of an element, so that what is drawn in it has the size of other text. */
function useWidth(): [(element: Element | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(firstWidthPx)
  const observe = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.max(1, element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [observe, width]
}

/** A round number at least as large, and the steps to it: 37 -> 40 in steps of 10. */
export function scaleTo(largest: number): { top: number; ticks: number[] } {
  const rough = Math.max(1, largest) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough)
  const top = Math.ceil(Math.max(1, largest) / step) * step
  return { top, ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step) }
}

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
          <Bars period={period} linksOf={linksOf} onPoint={setPointed} />
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

function Bars({
  period: { buckets },
  linksOf,
  onPoint,
}: {
  period: OverviewPeriod
  linksOf: LinksOf
  onPoint: (bucket: Bucket | null) => void
}) {
  const format = useFormatter()
  const nameBucket = useBucketName()
  const { top, ticks } = scaleTo(Math.max(0, ...buckets.map(({ completed }) => completed)))
  const [observe, chartWidth] = useWidth()
  const plotWidth = Math.max(1, chartWidth - chart.left - chart.right)
  const slot = plotWidth / Math.max(1, buckets.length)
  const width = Math.min(40, slot * 0.7)
  const every = Math.ceil(buckets.length / Math.max(1, Math.floor(plotWidth / labelPx)))
  const yOf = (count: number) => chart.top + plotHeight * (1 - count / top)
  return (
    <svg
      ref={observe}
      aria-hidden
      height={chart.height}
      className="mt-4 w-full text-ink-muted"
      onPointerLeave={() => onPoint(null)}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={chart.left}
            x2={chartWidth - chart.right}
            y1={yOf(tick)}
            y2={yOf(tick)}
            className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
          <text x={chart.left - 6} y={yOf(tick) + 4} textAnchor="end" fontSize="12" className="fill-ink-muted">
            {format.number(tick)}
          </text>
        </g>
      ))}
      {buckets.map((bucket, index) => {
        const x = chart.left + index * slot
        const isLabelled = (buckets.length - 1 - index) % every === 0
        return (
          // The table has the same links for the keyboard.
          <Link
            key={bucket.range}
            href={linksOf(bucket.range).completed}
            prefetch={false}
            tabIndex={-1}
            onPointerEnter={() => onPoint(bucket)}
            className="group"
          >
            <rect
              x={x}
              y={chart.top}
              width={slot}
              height={plotHeight}
              className="fill-transparent group-hover:fill-raised"
            />
            <rect
              x={x + (slot - width) / 2}
              y={yOf(bucket.completed)}
              width={width}
              height={plotHeight + chart.top - yOf(bucket.completed)}
              className="fill-accent"
            />
            <rect
              x={x + (slot - width) / 2}
              y={yOf(bucket.failed)}
              width={width}
              height={plotHeight + chart.top - yOf(bucket.failed)}
              className="fill-bad"
            />
            {isLabelled && (
              <text
                x={Math.min(x + slot / 2, chartWidth - labelPx / 2)}
                y={chart.height - 6}
                textAnchor="middle"
                fontSize="12"
                className="fill-ink-muted"
              >
                {nameBucket(bucket.range)}
              </text>
            )}
          </Link>
        )
      })}
    </svg>
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

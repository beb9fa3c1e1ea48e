'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { hidden } from '@/components/ui/rich-text'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableRow } from '@/components/ui/table'
import { useTimeStyle } from '@/lib/browser/preferences-context'
import { formatDate } from '@/lib/time/time-format'
import type { Overview } from '@/lib/overview/schema'
import { dayHref } from './links'

type Day = Overview['days'][number]

const height = 96
const slot = 20
const bar = 14

function useDayName(): (day: string) => string {
  const style = useTimeStyle()
  return (day) => formatDate(Date.parse(`${day}T00:00:00Z`), 'UTC', style)
}

/** Completed inspections of 30 days as bars, with the failed ones at the foot. Each bar links to its day; a table has the same links. */
export function DayStrip({ days }: { days: readonly Day[] | undefined }) {
  const t = useTranslations('overview.days')
  const [pointed, setPointed] = useState<Day | null>(null)
  const nameDay = useDayName()
  const completed = days?.reduce((sum, day) => sum + day.completed, 0) ?? 0
  const failed = days?.reduce((sum, day) => sum + day.withFailures, 0) ?? 0
  const tallest = Math.max(1, ...(days ?? []).map((day) => day.completed))
  const first = days?.at(0)
  const last = days?.at(-1)
  return (
    <figure className="rounded border border-line bg-surface p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">{t('title')}</h2>
        <p className="flex gap-4 text-sm text-ink-muted tabular-nums">
          {pointed !== null && <span>{nameDay(pointed.day)}</span>}
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-xs bg-accent" />
            {t('completed', { count: pointed?.completed ?? completed })}
          </span>
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-xs bg-bad" />
            {t('withFailures', { count: pointed?.withFailures ?? failed })}
          </span>
        </p>
      </figcaption>
      {days === undefined ? (
        <Skeleton className="mt-4 h-24 w-full" />
      ) : (
        <svg
          aria-hidden
          viewBox={`0 0 ${days.length * slot} ${height}`}
          preserveAspectRatio="none"
          className="mt-4 h-24 w-full"
          onPointerLeave={() => setPointed(null)}
        >
          {days.map((day, index) => (
            // The table has the same links for the keyboard.
            <Link
              key={day.day}
              href={dayHref(day.day)}
              prefetch={false}
              tabIndex={-1}
              onPointerEnter={() => setPointed(day)}
              className="group"
            >
              <rect
                x={index * slot}
                width={slot}
                height={height}
                className="fill-transparent group-hover:fill-raised"
              />
              <Bar index={index} from={0} size={(day.completed / tallest) * height} className="fill-accent" />
              <Bar index={index} from={0} size={(day.withFailures / tallest) * height} className="fill-bad" />
            </Link>
          ))}
          <line x1="0" x2={days.length * slot} y1={height} y2={height} className="stroke-line-strong" />
        </svg>
      )}
      <div aria-hidden className="mt-1 flex h-4 justify-between text-xs text-ink-muted tabular-nums">
        <span>{first !== undefined && nameDay(first.day)}</span>
        <span>{last !== undefined && nameDay(last.day)}</span>
      </div>
      {days !== undefined && <DayTable days={days} />}
    </figure>
  )
}

function Bar({ index, from, size, className }: { index: number; from: number; size: number; className: string }) {
  if (size <= 0) return null
  const shown = Math.max(2, size)
  return (
    <rect
      x={index * slot + (slot - bar) / 2}
      width={bar}
      y={height - from - shown}
      height={shown}
      className={className}
    />
  )
}

function DayCount({ day, count, result }: { day: string; count: number; result?: 'failed' }) {
  const t = useTranslations('overview.days.table')
  const nameDay = useDayName()
  if (count === 0) return '0'
  return (
    <Link href={dayHref(day, result)} prefetch={false} className="text-accent-ink underline-offset-2 hover:underline">
      {t.rich(result === 'failed' ? 'withFailuresOn' : 'completedOn', {
        count,
        day: nameDay(day),
        hidden,
      })}
    </Link>
  )
}

function DayTable({ days }: { days: readonly Day[] }) {
  const t = useTranslations('overview.days.table')
  const nameDay = useDayName()
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer text-ink-muted hover:text-ink">{t('open')}</summary>
      <Table
        label={t('label')}
        columns={[
          { label: t('day') },
          { label: t('completed'), align: 'right' },
          { label: t('withFailures'), align: 'right' },
        ]}
        className="mt-2 max-h-60"
      >
        {days.toReversed().map((day) => (
          <TableRow key={day.day} head={nameDay(day.day)} headClassName="py-1">
            <td className="py-1 text-end">
              <DayCount day={day.day} count={day.completed} />
            </td>
            <td className="py-1 text-end">
              <DayCount day={day.day} count={day.withFailures} result="failed" />
            </td>
          </TableRow>
        ))}
      </Table>
    </details>
  )
}

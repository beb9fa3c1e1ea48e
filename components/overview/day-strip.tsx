'use client'

import Link from 'next/link'
import { useState } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableRow, type TableColumn } from '@/components/ui/table'
import { useTimeStyle } from '@/lib/browser/preferences-context'
import { formatCount } from '@/lib/browser/numbers'
import { formatDate } from '@/lib/time/time-format'
import type { Overview } from '@/lib/overview/schema'
import { dayHref } from './links'

type Day = Overview['days'][number]

const height = 96
const slot = 20
const bar = 14

const dayColumns: readonly TableColumn[] = [
  { label: 'Day (UTC)' },
  { label: 'Completed', align: 'right' },
  { label: 'With failures', align: 'right' },
]

function useDayName(): (day: string) => string {
  const style = useTimeStyle()
  return (day) => formatDate(Date.parse(`${day}T00:00:00Z`), 'UTC', style)
}

/** Thirty days of completed inspections as bars, the part with failures at the foot. Each leads to its day. As a table for who prefers one. */
export function DayStrip({ days }: { days: readonly Day[] | undefined }) {
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
        <h2 className="text-base font-semibold">Last 30 days</h2>
        <p className="flex gap-4 text-sm text-ink-muted tabular-nums">
          {pointed !== null && <span>{nameDay(pointed.day)}</span>}
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-xs bg-accent" />
            {formatCount(pointed?.completed ?? completed)} completed
          </span>
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-xs bg-bad" />
            {formatCount(pointed?.withFailures ?? failed)} with failures
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
  const nameDay = useDayName()
  if (count === 0) return '0'
  return (
    <Link href={dayHref(day, result)} prefetch={false} className="text-accent-ink underline-offset-2 hover:underline">
      {formatCount(count)}
      <span className="sr-only">{` ${result === 'failed' ? 'with failures' : 'completed'} on ${nameDay(day)}`}</span>
    </Link>
  )
}

function DayTable({ days }: { days: readonly Day[] }) {
  const nameDay = useDayName()
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer text-ink-muted hover:text-ink">As a table</summary>
      <Table label="Last 30 days as a table" columns={dayColumns} className="mt-2 max-h-60">
        {days.toReversed().map((day) => (
          <TableRow key={day.day} head={nameDay(day.day)} headClassName="py-1">
            <td className="py-1 text-right">
              <DayCount day={day.day} count={day.completed} />
            </td>
            <td className="py-1 text-right">
              <DayCount day={day.day} count={day.withFailures} result="failed" />
            </td>
          </TableRow>
        ))}
      </Table>
    </details>
  )
}

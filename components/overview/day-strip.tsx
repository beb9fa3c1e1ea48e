'use client'

import { useState } from 'react'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import { formatCount } from '@/lib/browser/numbers'
import { formatDate } from '@/lib/browser/time-format'
import type { Overview } from '@/lib/system/schema'

type Day = Overview['days'][number]

const height = 96
const slot = 20
const bar = 14

const nameDay = (day: string) => formatDate(Date.parse(`${day}T00:00:00Z`), 'UTC')

/** Thirty days of completed inspections as bars, the part with failures at the foot. As a table for who prefers one. */
export function DayStrip({ days }: { days: readonly Day[] | undefined }) {
  const [pointed, setPointed] = useState<Day | null>(null)
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
            <g key={day.day} onPointerEnter={() => setPointed(day)} className="group">
              <rect
                x={index * slot}
                width={slot}
                height={height}
                className="fill-transparent group-hover:fill-raised"
              />
              <Bar index={index} from={0} size={(day.completed / tallest) * height} className="fill-accent" />
              <Bar index={index} from={0} size={(day.withFailures / tallest) * height} className="fill-bad" />
            </g>
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

function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer text-ink-muted hover:text-ink">As a table</summary>
      <ScrollRegion label="Last 30 days as a table" className="mt-2 max-h-60 overflow-y-auto">
        <table className="w-full tabular-nums">
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-muted">
              <th scope="col" className="py-1 font-medium">
                Day (UTC)
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                Completed
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                With failures
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-1 text-left font-normal">
                  {nameDay(day.day)}
                </th>
                <td className="py-1 text-right">{formatCount(day.completed)}</td>
                <td className="py-1 text-right">{formatCount(day.withFailures)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}

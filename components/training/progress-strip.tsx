'use client'

import { useTranslations } from 'next-intl'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { formatDateTime } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/preferences/zone'
import type { ProgressEvent } from '@/lib/training/schema'

const height = 48
const slot = 20
const bar = 14

interface Slot {
  startMs: number
  all: number
  completed: number
}

/** Counts the events in each part of a window. Events at the very end of the window belong to the last part. */
export function countSlots(
  events: readonly ProgressEvent[],
  { fromMs, untilMs, slots }: { fromMs: number; untilMs: number; slots: number },
): readonly Slot[] {
  const lengthMs = (untilMs - fromMs) / slots
  const counted = Array.from({ length: slots }, (_, at) => ({ startMs: fromMs + at * lengthMs, all: 0, completed: 0 }))
  for (const { at, what } of events) {
    const place = at === null ? -1 : Math.floor((Date.parse(at) - fromMs) / lengthMs)
    const found = counted[place === slots && Date.parse(at ?? '') === untilMs ? slots - 1 : place]
    if (found === undefined) continue
    found.all += 1
    if (/complet/i.test(what)) found.completed += 1
  }
  return counted
}

/** When lessons were opened and completed, as a chart and in words. The table below has each event. */
export function ProgressStrip({
  events,
  isWhole,
  ...window
}: {
  events: readonly ProgressEvent[]
  /** False if the window has more events than `events`. */
  isWhole: boolean
  fromMs: number
  untilMs: number
  slots: number
}) {
  const t = useTranslations('training.progress.chart')
  const { zone } = useZone()
  const style = useTimeStyle()
  const slots = countSlots(events, window)
  const tallest = slots.reduce((best, one) => (one.all > best.all ? one : best))
  const completed = slots.reduce((sum, one) => sum + one.completed, 0)
  const others = slots.reduce((sum, one) => sum + one.all, 0) - completed
  return (
    <figure className="rounded border border-line bg-surface px-4 py-3">
      <figcaption className="flex flex-wrap items-baseline gap-x-4 text-sm text-ink-muted tabular-nums">
        <span className="font-medium text-ink">{isWhole ? t('whole') : t('page')}</span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-xs bg-good" />
          {t('completed', { count: completed })}
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-xs bg-accent" />
          {t('other', { count: others })}
        </span>
        {tallest.all > 0 && (
          <span>{t('most', { time: formatDateTime(tallest.startMs, zone, style), count: tallest.all })}</span>
        )}
      </figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${slots.length * slot} ${height}`}
        preserveAspectRatio="none"
        className="mt-2 h-12 w-full"
      >
        {slots.map(({ startMs, all, completed: done }, at) => (
          <g key={startMs}>
            <Bar at={at} share={all / Math.max(1, tallest.all)} className="fill-accent" />
            <Bar at={at} share={done / Math.max(1, tallest.all)} className="fill-good" />
          </g>
        ))}
        <line x1="0" x2={slots.length * slot} y1={height} y2={height} className="stroke-line-strong" />
      </svg>
    </figure>
  )
}

function Bar({ at, share, className }: { at: number; share: number; className: string }) {
  if (share <= 0) return null
  const shown = Math.max(2, share * height)
  return <rect x={at * slot + (slot - bar) / 2} width={bar} y={height - shown} height={shown} className={className} />
}

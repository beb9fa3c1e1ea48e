'use client'

import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTimeStyle } from '@/lib/browser/preferences-context'
import type { ActivityEntry } from '@/lib/activity/schema'
import { classNames } from '@/lib/browser/class-names'
import { useNow } from '@/lib/browser/now'
import { formatDate, formatDateTime, formatOffset, formatTime, type TimeStyle } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/zone'
import { EntryDetails } from './entry-details'
import { OutcomeBadge } from './outcome'
import { EntrySentence } from './sentence'

const dayMs = 86_400_000

interface Day {
  label: string
  entries: ActivityEntry[]
}

/** Entries by the days on which they were made in `zone`, in the order given. */
export function groupByDay(entries: readonly ActivityEntry[], now: number, zone: string, style: TimeStyle): Day[] {
  const today = formatDate(now, zone, style)
  const yesterday = formatDate(now - dayMs, zone, style)
  const days: Day[] = []
  for (const entry of entries) {
    const date = formatDate(Date.parse(entry.at), zone, style)
    const label = date === today ? 'Today' : date === yesterday ? 'Yesterday' : date
    const last = days.at(-1)
    if (last?.label === label) last.entries.push(entry)
    else days.push({ label, entries: [entry] })
  }
  return days
}

/** The log by days, the newest first. */
export function ActivityList({ entries }: { entries: readonly ActivityEntry[] }) {
  const { zone } = useZone()
  const now = useNow(60_000)
  const style = useTimeStyle()
  return (
    <div className="flex flex-col gap-4" data-activity-list>
      {groupByDay(entries, now, zone, style).map(({ label, entries: ofDay }) => (
        <section key={label} aria-label={label} className="flex flex-col gap-1.5">
          <h2 className="text-sm font-medium text-ink-muted">{label}</h2>
          <ol
            aria-label={`Activity, ${label}`}
            className="divide-y divide-line overflow-clip rounded border border-line bg-surface"
          >
            {ofDay.map((entry) => (
              <EntryRow key={entry.activityId} entry={entry} zone={zone} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function EntryRow({ entry, zone }: { entry: ActivityEntry; zone: string }) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const wordsId = useId()
  return (
    <li>
      <div className="relative flex items-start gap-x-3 px-3 py-2 hover:bg-raised/50 sm:px-4">
        {/* Over the whole row; the link of the object lies above it. */}
        <button
          type="button"
          data-entry
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          aria-labelledby={wordsId}
          onClick={() => setOpen(!isOpen)}
          className="absolute inset-0 -outline-offset-2"
        />
        <ChevronRight
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={classNames('mt-0.5 shrink-0 text-ink-muted transition-transform', isOpen && 'rotate-90')}
        />
        <Clock at={Date.parse(entry.at)} zone={zone} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <EntrySentence id={wordsId} entry={entry} />
          {entry.outcome !== 'done' && <OutcomeBadge outcome={entry.outcome} action={entry.action} />}
        </div>
      </div>
      {isOpen && (
        <div id={detailsId}>
          <EntryDetails entry={entry} />
        </div>
      )}
    </li>
  )
}

function Clock({ at, zone }: { at: number; zone: string }) {
  const style = useTimeStyle()
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={`${formatDateTime(at, zone, style, true)} ${formatOffset(at, zone)}`}
      className="mt-px shrink-0 text-sm text-ink-muted tabular-nums"
    >
      {formatTime(at, zone, style)}
    </time>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import type { ActivityEntry, ActivityFilter } from '@/lib/activity/schema'
import { useNow } from '@/lib/browser/now'
import { formatDate, type TimeStyle } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/preferences/zone'
import type { Translator } from '@/lib/messages/translator'
import { EntryRow } from './entry-row'

const dayMs = 86_400_000

interface Day {
  label: string
  entries: ActivityEntry[]
}

/** Groups entries by their days in `zone`, in the given order. */
export function groupByDay(
  t: Translator<'activity.days'>,
  entries: readonly ActivityEntry[],
  now: number,
  zone: string,
  style: TimeStyle,
): Day[] {
  const today = formatDate(now, zone, style)
  const yesterday = formatDate(now - dayMs, zone, style)
  const days: Day[] = []
  for (const entry of entries) {
    const date = formatDate(Date.parse(entry.at), zone, style)
    const label = date === today ? t('today') : date === yesterday ? t('yesterday') : date
    const last = days.at(-1)
    if (last?.label === label) last.entries.push(entry)
    else days.push({ label, entries: [entry] })
  }
  return days
}

/** The log by days, newest first. `filter` also decides which steps of a bulk change match. */
export function ActivityList({ entries, filter }: { entries: readonly ActivityEntry[]; filter: ActivityFilter }) {
  const t = useTranslations('activity.days')
  const { zone } = useZone()
  const now = useNow(60_000)
  const style = useTimeStyle()
  return (
    <div className="flex flex-col gap-4" data-activity-list>
      {groupByDay(t, entries, now, zone, style).map(({ label, entries: ofDay }) => (
        <section key={label} aria-label={label} className="flex flex-col gap-1.5">
          <h2 className="text-sm font-medium text-ink-muted">{label}</h2>
          <ol
            aria-label={t('list', { day: label })}
            className="divide-y divide-line overflow-clip rounded border border-line bg-surface"
          >
            {ofDay.map((entry) => (
              <EntryRow key={entry.activityId} entry={entry} zone={zone} filter={filter} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import type { TableRows } from '@/components/ui/data-table/table-types'
import type { ActivityEntry } from '@/lib/activity/schema'
import { useNow } from '@/lib/browser/now'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { useZone } from '@/lib/browser/preferences/zone'
import { groupByDay } from './activity-list'

type Place = { day: string; entry?: never } | { day?: never; entry: ActivityEntry }

/** The loaded entries below the headers of their days, as rows of a table. The number of further entries is unknown. */
export function useActivityRows(
  entries: readonly ActivityEntry[],
  { isLoaded, hasMore }: { isLoaded: boolean; hasMore: boolean },
): TableRows<ActivityEntry> {
  const t = useTranslations('activity.days')
  const { zone } = useZone()
  const style = useTimeStyle()
  const now = useNow(60_000)
  const places = useMemo(() => {
    const list: Place[] = []
    for (const { label, entries: ofDay } of groupByDay(t, entries, now, zone, style)) {
      list.push({ day: label })
      for (const entry of ofDay) list.push({ entry })
    }
    return list
  }, [t, entries, now, zone, style])
  return {
    read: (position) => places[position]?.entry,
    // Rows with headers of days cannot be held in place when the list changes.
    version: null,
    total: isLoaded ? places.length + (hasMore ? 1 : 0) : null,
    totalIsExact: !hasMore,
    load: (from, to) =>
      Promise.resolve(places.slice(from, to + 1).flatMap(({ entry }) => (entry === undefined ? [] : [entry]))),
    rowCount: isLoaded && !hasMore ? entries.length : null,
    headAt: (position) => {
      const day = places[position]?.day
      return day === undefined ? null : { id: day, label: day, count: null, isOpen: true, toggle: null }
    },
  }
}

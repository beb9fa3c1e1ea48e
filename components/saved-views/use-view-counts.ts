'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { useZone } from '@/lib/browser/preferences/zone'
import { findCounted, hasSameRows } from '@/lib/saved-views/lists-model'
import type { BarView } from '@/lib/saved-views/model'
import { savedViewQueries } from '@/lib/saved-views/queries'
import { countedMax } from '@/lib/saved-views/values-model'
import { useViewAddress } from './use-view-address'
import { useViewsOf } from './views-of'

/** The shortest time between two refreshes of the counts. */
const restMs = 5_000

/** The server stops counting here. */
const countedTo = 100_000

export interface ViewCount {
  /** `37`, `100,000+`; empty if unknown, for example because a filter of the view is not valid. */
  text: string
}

/**
 * The number of rows of each view; undefined while not known, and for lists that are not counted. Counts of inspections
 * are refreshed when the sync has changed the index, and counts of other lists by live events.
 */
export function useViewCounts(
  views: ReadonlyArray<Pick<BarView, 'key' | 'query'>>,
): (key: string) => ViewCount | undefined {
  const t = useTranslations('savedViews')
  const format = useFormatter()
  const { preferredZone } = useZone()
  const queryClient = useQueryClient()
  const { status } = useSystemStatus()
  const { list, countOf } = useViewsOf()
  const { query: shownQuery } = useViewAddress()
  const asOf = list === 'inspections' ? status?.sync.asOf : undefined
  const keys = findCounted(list) === undefined ? [] : views.slice(0, countedMax).map(({ key }) => key)
  const { data, dataUpdatedAt } = useQuery(savedViewQueries.counts(list, keys, preferredZone))
  const followed = useRef(asOf)
  useEffect(() => {
    if (followed.current === asOf || asOf === undefined) return undefined
    const isFirst = followed.current === undefined
    const timer = setTimeout(
      () => {
        followed.current = asOf
        if (!isFirst) void queryClient.invalidateQueries({ queryKey: ['saved-views', 'counts'] })
      },
      Math.max(0, dataUpdatedAt + restMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [asOf, dataUpdatedAt, queryClient])
  const byKey = new Map(data?.counts.map((count) => [count.key, count]))
  return (key) => {
    if (countOf !== undefined) {
      const query = views.find((view) => view.key === key)?.query ?? ''
      const total = hasSameRows(list, query, shownQuery) ? countOf(query) : null
      return total === null ? undefined : { text: format.number(total) }
    }
    const count = byKey.get(key)
    if (count === undefined) return undefined
    if (count.total === null) return { text: '' }
    return { text: count.isExact ? format.number(count.total) : t('atLeast', { count: countedTo }) }
  }
}

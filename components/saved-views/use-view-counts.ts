'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { useZone } from '@/lib/browser/preferences/zone'
import { savedViewQueries } from '@/lib/saved-views/queries'
import { countedMax } from '@/lib/saved-views/schema'

/** The shortest time between two refreshes of the counts. */
const restMs = 5_000

/** The server stops counting here. */
const countedTo = 100_000

export interface ViewCount {
  /** `37`, `100,000+`; empty when a filter of the view is not valid. */
  text: string
}

/** The number of inspections of each view; undefined while not known. Refreshed when the sync has changed the index. */
export function useViewCounts(keys: readonly string[]): (key: string) => ViewCount | undefined {
  const t = useTranslations('savedViews')
  const format = useFormatter()
  const { preferredZone } = useZone()
  const queryClient = useQueryClient()
  const { status } = useSystemStatus()
  const asOf = status?.sync.asOf
  const options = savedViewQueries.counts(keys.slice(0, countedMax), preferredZone)
  const { data, dataUpdatedAt } = useQuery(options)
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
    const count = byKey.get(key)
    if (count === undefined) return undefined
    if (count.total === null) return { text: '' }
    return { text: count.isExact ? format.number(count.total) : t('atLeast', { count: countedTo }) }
  }
}

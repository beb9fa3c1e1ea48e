'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatCount } from '@/lib/browser/numbers'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { useZone } from '@/lib/browser/zone'
import { savedViewQueries } from '@/lib/saved-views/queries'
import { countedMax } from '@/lib/saved-views/schema'

/** Counts are read again when the sync has moved, and not sooner than this after the last time. */
const restMs = 5_000

export interface ViewCount {
  /** `37`, `100,000+`; empty when the view asks for something that cannot be read. */
  text: string
}

/** How many inspections match each view; undefined while that is not known. */
export function useViewCounts(keys: readonly string[]): (key: string) => ViewCount | undefined {
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
    return { text: count.isExact ? formatCount(count.total) : '100,000+' }
  }
}

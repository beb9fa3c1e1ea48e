'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readLiveState } from '@/lib/browser/live/state'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { inspectionQueries } from '@/lib/inspections/queries'
import { reviewQueries } from '@/lib/review/queries'
import { overviewQueries } from '@/lib/overview/queries'

/** A little longer than the server keeps a cheap count, so that it has counted again. */
const countsAgeMs = 2_500

/**
 * Without live events, refetches inspection data whenever a sync ends: nothing on screen is older than the bar says.
 */
export function useFollowSync(): void {
  const queryClient = useQueryClient()
  const { status } = useSystemStatus()
  const asOf = status?.sync.asOf
  const followed = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    const before = followed.current
    followed.current = asOf
    if (before === undefined || asOf === undefined || before === asOf) return undefined
    // Live events have already reported each change; the rest need not be refetched.
    if (readLiveState() === 'live') return undefined
    const refetch = () => {
      // The raw document of a version never changes; everything else about inspections may.
      void queryClient.invalidateQueries({
        queryKey: inspectionQueries.all,
        predicate: ({ queryKey }) => queryKey[1] !== 'raw',
      })
      void queryClient.invalidateQueries({ queryKey: overviewQueries.overview().queryKey })
      void queryClient.invalidateQueries({ queryKey: reviewQueries.counts().queryKey })
    }
    refetch()
    // Rows are fresh at once, but totals may still be cached.
    const timer = setTimeout(refetch, countsAgeMs)
    return () => clearTimeout(timer)
  }, [asOf, queryClient])
}

'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readLiveState } from '@/lib/browser/live/state'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { inspectionQueries } from '@/lib/inspections/queries'
import { reviewQueries } from '@/lib/review/queries'
import { overviewQueries } from '@/lib/overview/queries'

/** For how long the server may answer with a number that was cheap to count; a little more, so that it has counted anew. */
const countsAgeMs = 2_500

/**
 * Reads again what shows the index whenever a sync pass has ended and nobody tells what it changed: nothing on screen is
 * older than the bar says.
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
    // What the pass has changed was told one by one, and what it left as it was need not be read again.
    if (readLiveState() === 'live') return undefined
    const readAgain = () => {
      // The raw document of a version never changes; all else about inspections may have.
      void queryClient.invalidateQueries({
        queryKey: inspectionQueries.all,
        predicate: ({ queryKey }) => queryKey[1] !== 'raw',
      })
      void queryClient.invalidateQueries({ queryKey: overviewQueries.overview().queryKey })
      void queryClient.invalidateQueries({ queryKey: reviewQueries.counts().queryKey })
    }
    readAgain()
    // Its rows were new at once, its totals may have been those of before.
    const timer = setTimeout(readAgain, countsAgeMs)
    return () => clearTimeout(timer)
  }, [asOf, queryClient])
}

'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSystemStatus } from '@/lib/browser/use-system-status'
import { inspectionQueries } from '@/lib/inspections/queries'
import { systemQueries } from '@/lib/system/queries'

/** Reads again what shows the index whenever a sync pass has ended: nothing on screen is older than the bar says. */
export function useFollowSync(): void {
  const queryClient = useQueryClient()
  const { status } = useSystemStatus()
  const asOf = status?.sync.asOf
  const followed = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    const before = followed.current
    followed.current = asOf
    if (before === undefined || asOf === undefined || before === asOf) return
    // The raw document of a version never changes; all else about inspections may have.
    void queryClient.invalidateQueries({
      queryKey: inspectionQueries.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'raw',
    })
    void queryClient.invalidateQueries({ queryKey: systemQueries.overview().queryKey })
  }, [asOf, queryClient])
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { userJobQueries } from '@/lib/user-jobs/queries'
import type { UserFixSheet } from '@/lib/user-jobs/schema'
import { openFix, showReasons } from './fix-rows'

interface Opened {
  bench: BenchSheet | null
  draft: BenchSheet | null
  /** Whether the search for a draft has ended. */
  isReady: boolean
  open: (bench: BenchSheet) => void
  offer: (bench: BenchSheet) => void
}

/**
 * Opens the rows that a job left to fix, once for an address that names the job. If there is a draft of the same rows,
 * it opens the draft instead and puts the errors of the job into the cells again, because drafts do not contain them.
 */
export function useFixJob(asked: string | null, { bench, draft, isReady, open, offer }: Opened) {
  const handled = useRef<string | null>(null)
  const shown = useRef(new Set<number>())
  const ofOpen = (bench ?? draft)?.ofJobId ?? null
  // An open sheet of a job takes precedence: it has the rows that the address names, or the address was already
  // handled.
  const jobId = asked !== null && (bench === null || ofOpen === null) ? asked : ofOpen
  const { data, error, isFetching, refetch } = useQuery({
    ...userJobQueries.fixSheet(jobId ?? ''),
    enabled: jobId !== null,
  })
  const take = useEffectEvent((fix: UserFixSheet, _openId: number | undefined) => {
    const same = bench?.ofJobId === fix.jobId ? bench : draft?.ofJobId === fix.jobId ? draft : null
    if (same !== null && !shown.current.has(same.id)) {
      shown.current.add(same.id)
      showReasons(same, fix)
    }
    if (asked !== fix.jobId || handled.current === asked) return
    handled.current = asked
    if (same === draft && same !== null) open(same)
    else if (same === null && fix.rows.length > 0) {
      const opened = openFix(fix)
      shown.current.add(opened.id)
      offer(opened)
    }
  })
  const openId = (bench ?? draft)?.id
  useEffect(() => {
    if (data !== undefined && isReady) take(data, openId)
  }, [data, isReady, openId])
  return {
    isOpening: asked !== null && data === undefined && error === null && bench === null,
    isEmpty: asked !== null && data?.jobId === asked && data.rows.length === 0 && bench === null,
    error: bench === null ? error : null,
    isRetrying: isFetching,
    retry: () => void refetch(),
  }
}

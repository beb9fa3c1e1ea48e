'use client'

import { useQuery } from '@tanstack/react-query'
import { systemQueries } from './queries'
import type { SystemStatus } from './schema'
import { useMounted } from '@/lib/browser/now'

interface StatusRead {
  status: SystemStatus | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => void
}

/** The remaining budget changes with every request, and no event reports it. */
const budgetPollMs = 5_000

/**
 * The console's state, as several parts of a page show it. Parts hydrate one after another: a later one would find the
 * answer of an earlier one in the cache, and differ from its markup. So each begins without it.
 * @param options.showsBudget polls it every few seconds, even while events report everything else
 */
export function useSystemStatus({ showsBudget = false }: { showsBudget?: boolean } = {}): StatusRead {
  const query = systemQueries.status()
  const { data, error, isFetching, refetch } = useQuery(
    showsBudget ? { ...query, refetchInterval: budgetPollMs } : query,
  )
  const isMounted = useMounted()
  return {
    status: isMounted ? data : undefined,
    error: isMounted ? error : null,
    isFetching,
    refetch: () => void refetch(),
  }
}

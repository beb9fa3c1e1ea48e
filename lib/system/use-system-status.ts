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
 * The console's state for several parts of a page. Parts hydrate one after another. A later part would find the
 * response for an earlier part in the cache, and its output would differ from the server's markup. So each part starts
 * without data.
 * @param options.showsBudget polls the budget every few seconds, even while events report everything else
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

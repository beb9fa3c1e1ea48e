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

/** What is left of the budget changes with every request, which nobody tells. */
const budgetPollMs = 5_000

/**
 * The console's state, as several parts of a page show it. Parts hydrate one after another: a later one would find the
 * answer that an earlier one asked for, and differ from its markup. So each begins without it.
 * @param options.showsBudget asks for it every few seconds, also while all else is told of at once
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

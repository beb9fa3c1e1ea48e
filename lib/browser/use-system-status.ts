'use client'

import { useQuery } from '@tanstack/react-query'
import { systemQueries } from '@/lib/system/queries'
import type { SystemStatus } from '@/lib/system/schema'
import { useMounted } from './now'

interface StatusRead {
  status: SystemStatus | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => void
}

/**
 * The console's state, as several parts of a page show it. Parts hydrate one after another: a later one would find the
 * answer that an earlier one asked for, and differ from its markup. So each begins without it.
 */
export function useSystemStatus(): StatusRead {
  const { data, error, isFetching, refetch } = useQuery(systemQueries.status())
  const isMounted = useMounted()
  return {
    status: isMounted ? data : undefined,
    error: isMounted ? error : null,
    isFetching,
    refetch: () => void refetch(),
  }
}

import { QueryClient } from '@tanstack/react-query'
import { describeError } from './describe-error'

// Repeating a 4xx does not help. Errors of the service and a lost connection may be temporary.
const worthRetrying = new Set(['offline', 'upstream_throttled', 'upstream_failed', 'unavailable', 'internal'])
const retriesMax = 2

/** Whether a failed read is retried automatically. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const { code, retryAfterSeconds } = describeError(error)
  // For a longer wait, the page shows a countdown instead of appearing to hang.
  if (retryAfterSeconds !== null && retryAfterSeconds > 5) return false
  return failureCount < retriesMax && (code === null ? error instanceof TypeError : worthRetrying.has(code))
}

/** How long to wait before the retry: as long as the response says, otherwise 0.5 s, then 1 s. */
export function retryDelayMs(failureCount: number, error: unknown): number {
  const { retryAfterSeconds } = describeError(error)
  return retryAfterSeconds === null ? 500 * 2 ** failureCount : retryAfterSeconds * 1000
}

/**
 * Creates the page's cache of queries. Browsers keep them for five minutes after their last use, so that going back is
 * instant. `gcTime` stays at the library's default, which is different on the server: there, a timer for each query
 * would keep what a page has read, and the page's response, in memory for five minutes.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  })
}

import { QueryClient } from '@tanstack/react-query'
import { describeError } from './describe-error'

// A 4xx will not get better by asking again; the service's own trouble and a lost connection may.
const worthRetrying = new Set(['offline', 'upstream_throttled', 'upstream_failed', 'unavailable', 'internal'])
const retriesMax = 2

/** Whether a failed read is tried again by itself. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const { code, retryAfterSeconds } = describeError(error)
  // With a longer wait announced, the page says so and counts down instead of seeming to hang.
  if (retryAfterSeconds !== null && retryAfterSeconds > 5) return false
  return failureCount < retriesMax && (code === null ? error instanceof TypeError : worthRetrying.has(code))
}

/** How long to wait before that try: what the answer asked for, else 0.5 s, 1 s. */
export function retryDelayMs(failureCount: number, error: unknown): number {
  const { retryAfterSeconds } = describeError(error)
  return retryAfterSeconds === null ? 500 * 2 ** failureCount : retryAfterSeconds * 1000
}

/** The page's cache of what it read. Reads are kept five minutes past their last use, so that going back is instant. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 300_000,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  })
}

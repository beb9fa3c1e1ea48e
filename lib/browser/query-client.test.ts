import { describe, expect, it } from 'vitest'
import { AppError, type ErrorCode } from '@/lib/errors'
import { createQueryClient, retryDelayMs, shouldRetry } from './query-client'

const failed = (code: ErrorCode, retryAfterSeconds?: number) =>
  new AppError(code, 'No.', retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } })

describe('a failed read', () => {
  it('is not retried when a retry cannot help', () => {
    const codes: ErrorCode[] = ['unauthenticated', 'forbidden', 'not_found', 'invalid', 'throttled', 'upstream_refused']
    expect(codes.filter((code) => shouldRetry(0, failed(code)))).toEqual([])
  })

  it('is retried at most twice when it may succeed', () => {
    expect([0, 1, 2].map((count) => shouldRetry(count, failed('upstream_failed')))).toEqual([true, true, false])
    expect(shouldRetry(0, new TypeError('Failed to fetch'))).toBe(true)
    expect(shouldRetry(0, new Error('a bug in our code'))).toBe(false)
  })

  it('is retried after the wait that the response requests, and long waits are left to the page', () => {
    expect(retryDelayMs(0, failed('unavailable', 3))).toBe(3000)
    expect(retryDelayMs(1, failed('unavailable'))).toBe(1000)
    expect(shouldRetry(0, failed('unavailable', 60))).toBe(false)
  })
})

describe('what a page has read on the server', () => {
  it('has no timer that keeps it in memory', () => {
    const queryClient = createQueryClient()
    queryClient.setQueryData(['rows'], ['a row'])
    expect(queryClient.getQueryCache().find({ queryKey: ['rows'] })?.gcTime).toBe(Infinity)
  })
})

import type { AppError } from '@/lib/errors'
import { statusOf } from './problem'

export interface FailedRequest {
  requestId: string
  method: string
  url: string
}

/** Codes that are the caller's doing and worth no line above debug. */
const expected = new Set(['unauthenticated', 'not_found', 'invalid', 'method_not_allowed', 'too_large', 'unsupported'])

export type FailureSink = (level: 'debug' | 'info' | 'error', fields: Record<string, unknown>, message: string) => void

let sink: FailureSink = () => undefined

/** Where failures are written. */
export function setFailureSink(next: FailureSink): void {
  sink = next
}

/** Logs a failed request with its cause, which the answer never holds. Query values stay out: they may be personal. */
export function reportFailure(error: AppError, request: FailedRequest): void {
  const level = statusOf(error.code) >= 500 ? 'error' : expected.has(error.code) ? 'debug' : 'info'
  sink(
    level,
    {
      requestId: request.requestId,
      method: request.method,
      path: request.url.replace(/^\w+:\/\/[^/]*/, '').replace(/\?.*$/, ''),
      code: error.code,
      upstreamStatus: error.details.upstreamStatus,
      ...(error.cause === undefined ? {} : { err: error.cause }),
    },
    error.message,
  )
}

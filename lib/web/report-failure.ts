import 'server-only'
import { isAbort, type AppError } from '@/lib/errors'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { statusOf } from './problem'

export interface FailedRequest {
  requestId: string
  method: string
  url: string
}

export type EventLevel = 'debug' | 'info' | 'warn' | 'error'
export type EventSink = (level: EventLevel, fields: Record<string, unknown>, message: string) => void

/** Codes that the caller causes. They are logged only at the debug level. */
const expected = new Set([
  'unauthenticated',
  'not_found',
  'invalid',
  'method_not_allowed',
  'too_large',
  'unsupported',
  'throttled',
])

const toLog: EventSink = (level, fields, message) => log()[level](fields, message)
const holder = () => processWide<{ sink: EventSink }>('event-sink', () => ({ sink: toLog }))

/** Sets where events are written instead of the log, for tests that check them. */
export function setEventSink(sink: EventSink): void {
  holder().sink = sink
}

/** Writes one event. */
export function reportEvent(level: EventLevel, fields: Record<string, unknown>, message: string): void {
  holder().sink(level, fields, message)
}

/**
 * Logs a failed request with its cause, which the response never contains. Query values are not logged, because they
 * may be personal.
 */
export function reportFailure(error: AppError, request: FailedRequest): void {
  // A client that disconnects is not an error of the console.
  const isQuiet = expected.has(error.code) || isAbort(error.cause)
  const level = isQuiet ? 'debug' : statusOf(error.code) >= 500 ? 'error' : 'info'
  reportEvent(
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

import * as z from 'zod'
import { AppError, type ErrorCode, type ErrorDetails } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { parseRateHeaders } from './governor/rate-headers'

/** How an exchange with the service ended without a usable response. */
export type FailureKind =
  /** No connection: nothing was sent. */
  | 'connect'
  /** Sent, then the connection broke or stayed silent. */
  | 'lost'
  /** The headers of a response arrived, but its body is incomplete. */
  | 'cut'
  | 'redirect'
  | 'too_large'
  /** An encoding or a format that cannot be read. */
  | 'garbled'
  /** Refused before it was sent. */
  | 'invalid'

export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly upstreamStatus: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

// Both kinds of error bodies: {statusCode, error, message} of the older paths, {code, message, details} of the
// versioned ones.
const errorBody = z.looseObject({ message: z.string() })

const messageCharsMax = 200

/** The service's own message if it is short and has no control characters, addresses or markup. */
export function readServiceMessage(bytes: Uint8Array | null): string | null {
  if (bytes === null || bytes.length === 0) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
  const body = errorBody.safeParse(parsed)
  if (!body.success) return null
  const text = body.data.message.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  if (text === '' || text.length > messageCharsMax || /[<>{}\\]|:\/\/|\bat \S+:\d+/.test(text)) return null
  return text
}

const withReason = (text: string, reason: string | null) =>
  reason === null ? text : `${text} ${serverText('service.saidWhy', { reason })}`

/** The error of an unsuccessful response. The token must have been removed from `bytes`. */
export function toStatusError(
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array | null,
  request: { repeatable: boolean; nowMs: number },
): AppError {
  const details: ErrorDetails = { upstreamStatus: status }
  const message = status === 400 || status === 409 || status === 422 ? readServiceMessage(bytes) : null
  const fail = (code: AppError['code'], text: string) => new AppError(code, text, { details })
  switch (status) {
    case 400:
    case 422:
      return fail('invalid', withReason(serverText('service.notAccepted'), message))
    case 401:
      return fail('upstream_refused', serverText('service.tokenRefused'))
    case 403:
      return fail('upstream_refused', serverText('service.notPermitted'))
    case 404:
    case 410:
      return fail('not_found', serverText('service.notFound'))
    case 409:
      return fail('conflict', withReason(serverText('service.conflict'), message))
    case 413:
      return fail('too_large', serverText('service.tooLarge'))
    case 429: {
      const rate = parseRateHeaders(headers, request.nowMs)
      details.retryAfterSeconds = Math.ceil(rate.retryAfterSeconds ?? rate.resetSeconds ?? 5)
      return fail('upstream_throttled', serverText('service.slowDown'))
    }
    case 502:
    case 504:
    case 524:
      // These come from a proxy in front of the service, which cannot know whether a write was carried out.
      if (!request.repeatable) return fail('upstream_unknown', unknownText)
      break
  }
  const retryAfterSeconds = parseRateHeaders(headers, request.nowMs).retryAfterSeconds
  if (retryAfterSeconds !== null) details.retryAfterSeconds = Math.ceil(retryAfterSeconds)
  return fail('upstream_failed', serverText('service.failed', { status }))
}

const unknownText = serverText('service.outcomeUnknown')

/** The error of an exchange without a usable response. */
export function toFailureError(error: ExchangeError, repeatable: boolean): AppError {
  const options = {
    cause: error,
    ...(error.upstreamStatus === null ? {} : { details: { upstreamStatus: error.upstreamStatus } }),
  }
  // After a redirect or an error status nothing was done; after a success whose body was lost, it was done.
  const isOutcomeLost =
    !repeatable &&
    (error.kind === 'lost' ||
      ((error.kind === 'cut' || error.kind === 'garbled' || error.kind === 'too_large') &&
        (error.upstreamStatus === null || error.upstreamStatus < 300)))
  if (isOutcomeLost) return new AppError('upstream_unknown', unknownText, options)
  const { code, text } = failures[error.kind]
  return new AppError(code, text, options)
}

const failures: Readonly<Record<FailureKind, { code: ErrorCode; text: string }>> = {
  connect: { code: 'unavailable', text: serverText('service.unreachable') },
  lost: { code: 'unavailable', text: serverText('service.noResponse') },
  cut: { code: 'upstream_failed', text: serverText('service.cutOff') },
  redirect: { code: 'upstream_failed', text: serverText('service.redirected') },
  too_large: { code: 'upstream_failed', text: serverText('service.responseTooLarge') },
  garbled: { code: 'upstream_failed', text: serverText('service.unreadable') },
  invalid: { code: 'invalid', text: serverText('service.notSendable') },
}

/** The error of a call whose deadline passed. */
export function toDeadlineError(
  phase: 'waiting' | 'sent',
  request: { repeatable: boolean; retryAfterSeconds: number | null },
): AppError {
  if (phase === 'sent')
    return request.repeatable
      ? new AppError('unavailable', serverText('service.timeout'))
      : new AppError('upstream_unknown', unknownText)
  return toBudgetError(request.retryAfterSeconds)
}

/** The error of a call that would wait for the rate budget beyond its deadline. */
export function toBudgetError(retryAfterSeconds: number | null): AppError {
  return new AppError('upstream_throttled', serverText('service.waiting'), {
    details: retryAfterSeconds === null ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)) },
  })
}

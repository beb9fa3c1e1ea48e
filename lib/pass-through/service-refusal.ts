import type { Operation, BucketState } from '@/lib/service/types'
import { apiHeaders, requestIdHeader } from '@/lib/web/headers'

/**
 * Refuses requests in the service's own format, because clients that were made for the service read the status, the
 * body and the rate limit headers. The service is not called, so the figures are the console's own.
 */

/** The older paths and the versioned ones have error bodies of different shapes (service.md 9). */
function writeBody(operation: Operation, status: 400 | 429, message: string): unknown {
  const isVersioned = /\/v\d+(?:\/|:|$)/.test(operation.path) || operation.path.startsWith('/training/')
  if (isVersioned) return { code: status === 429 ? 8 : 3, message, details: [] }
  return { statusCode: status, error: status === 429 ? tooMany : 'Bad Request', message }
}

const tooMany = 'Too Many Requests'

interface Refusal {
  operation: Operation
  /** The state of the operation's rate limit bucket. */
  budget: BucketState | undefined
  requestId: string
}

/** 400: the request does not fit the operation. `fields`: name of the field -> what it must be. */
export function answerBadRequest(refusal: Refusal, fields: Readonly<Record<string, string>>): Response {
  const [first] = Object.entries(fields)
  const message = first === undefined ? 'The request is not valid' : `"${first[0]}" ${first[1]}`
  return answer(refusal, 400, message)
}

/** 429: the rate limit of the bucket is used up. `waitSeconds`: how long to wait, if that is known. */
export function answerTooMany(refusal: Refusal, waitSeconds: number | undefined): Response {
  const seconds = Math.ceil(Math.max(1, waitSeconds ?? refusal.budget?.resetSeconds ?? 1))
  return answer(refusal, 429, tooMany, { remaining: 0, resetSeconds: seconds })
}

function answer(
  { operation, budget, requestId }: Refusal,
  status: 400 | 429,
  message: string,
  now: { remaining: number; resetSeconds: number } | undefined = budget,
): Response {
  const headers: Record<string, string> = {
    ...apiHeaders,
    [requestIdHeader]: requestId,
    'content-type': 'application/json; charset=utf-8',
    'x-ratelimit-limit': String(budget?.limit ?? operation.perMinute),
    'x-ratelimit-remaining': String(now?.remaining ?? 0),
    'x-ratelimit-reset': String(now?.resetSeconds ?? 0),
    ...(status === 429 ? { 'retry-after': String(now?.resetSeconds ?? 1) } : {}),
  }
  return new Response(JSON.stringify(writeBody(operation, status, message)), { status, headers })
}

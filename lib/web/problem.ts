import { AppError, isAbort, type ErrorCode } from '@/lib/errors'
import { apiHeaders } from './headers'

/** The one place where a code becomes a status. */
const statuses: Record<ErrorCode, { status: number; title: string }> = {
  unauthenticated: { status: 401, title: 'Not signed in' },
  forbidden: { status: 403, title: 'Not allowed' },
  proof_required: { status: 403, title: 'Confirm that it is you' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  invalid: { status: 422, title: 'Not valid' },
  conflict: { status: 409, title: 'Conflict' },
  too_large: { status: 413, title: 'Too large' },
  unsupported: { status: 415, title: 'Not supported' },
  throttled: { status: 429, title: 'Too many requests' },
  upstream_throttled: { status: 503, title: 'The inspection service is busy' },
  upstream_failed: { status: 502, title: 'The inspection service failed' },
  upstream_unknown: { status: 504, title: 'Outcome unknown' },
  // A refused service token is never 401 here: the browser would think that its own session ended.
  upstream_refused: { status: 502, title: 'The inspection service refused' },
  unavailable: { status: 503, title: 'Not available' },
  internal: { status: 500, title: 'Internal error' },
}

/** RFC 9457 problem details as every `/api` answer gives them. */
export interface Problem {
  type: 'about:blank'
  title: string
  status: number
  detail: string
  code: ErrorCode
  requestId: string
  retryAfterSeconds?: number
  fields?: Record<string, string>
  /** Of a conflict: what is stored now. */
  current?: unknown
}

/** For whatever is wrong with us. */
export const unexpected =
  'Something went wrong on our side. Try again; if it stays, give the request id to your administrator.'

/** What a thrown value may tell the browser: an AppError its own words, anything else one fixed sentence. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isAbort(error)) return new AppError('unavailable', 'The request was cancelled.', { cause: error })
  return new AppError('internal', unexpected, { cause: error })
}

/** The status of a code. */
export function statusOf(code: ErrorCode): number {
  return statuses[code].status
}

interface ProblemOptions {
  status?: number
  headers?: Readonly<Record<string, string>>
}

/** An error as problem+json. Never holds its cause, stack, or anything that is not meant for a person. */
export function problemResponse(error: AppError, requestId: string, options: ProblemOptions = {}): Response {
  const { body, status, headers } = writeProblem(error, requestId, options)
  return new Response(body, { status, headers })
}

/** The parts of `problemResponse`, for answers that are no Response. */
export function writeProblem(
  error: AppError,
  requestId: string,
  options: ProblemOptions = {},
): { body: string; status: number; headers: Headers } {
  const { title } = statuses[error.code]
  const status = options.status ?? statuses[error.code].status
  const problem: Problem = { type: 'about:blank', title, status, detail: error.message, code: error.code, requestId }
  const headers = new Headers({ ...apiHeaders, ...options.headers })
  headers.set('content-type', 'application/problem+json')
  headers.set('x-request-id', requestId)
  const { retryAfterSeconds, fields, current } = error.details
  if (retryAfterSeconds !== undefined) {
    problem.retryAfterSeconds = Math.max(0, Math.ceil(retryAfterSeconds))
    headers.set('retry-after', String(problem.retryAfterSeconds))
  }
  if (fields !== undefined) problem.fields = fields
  if (current !== undefined) problem.current = current
  return { body: JSON.stringify(problem), status, headers }
}

import { AppError, isAbort, type ErrorCode } from '@/lib/errors'
import { defaultLanguage, resolveLanguage, type PageLanguage } from '@/lib/messages/languages'
import { firstServerText, renderText, serverText } from '@/lib/server-text'
import { apiHeaders } from './headers'

/** The only place that maps codes to statuses. */
const statuses: Record<ErrorCode, number> = {
  unauthenticated: 401,
  forbidden: 403,
  proof_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  invalid: 422,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  throttled: 429,
  upstream_throttled: 503,
  upstream_failed: 502,
  upstream_unknown: 504,
  // A refused service token is never a 401 here, because the browser would assume that its own session had ended.
  upstream_refused: 502,
  unavailable: 503,
  internal: 500,
}

/** RFC 9457 problem details, as every error response of `/api` contains them. */
export interface Problem {
  type: 'about:blank'
  title: string
  status: number
  /** What happened and what to do, in the language that the request accepts. */
  detail: string
  code: ErrorCode
  /** Identifies the sentence of `detail` for programs. It changes less often than the sentence. */
  reason?: string
  requestId: string
  retryAfterSeconds?: number
  fields?: Record<string, string>
  /** For a conflict: the stored object. */
  current?: unknown
}

/** The text for errors of our own. */
export const unexpected = serverText('web.unexpected')

/** What the browser may learn of a thrown value: the text of an AppError, or one fixed sentence for anything else. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isAbort(error)) return new AppError('unavailable', serverText('web.canceled'), { cause: error })
  return new AppError('internal', unexpected, { cause: error })
}

/** The status of a code. */
export function statusOf(code: ErrorCode): number {
  return statuses[code]
}

/** The language that a request accepts. Pages request the language that they are written in. */
export const languageOf = (acceptLanguage: string | null | undefined): PageLanguage =>
  resolveLanguage(acceptLanguage ?? '', acceptLanguage ?? null)

interface ProblemOptions {
  status?: number
  language?: PageLanguage
  headers?: Readonly<Record<string, string>>
}

/** An error as problem+json. Never contains its cause, its stack, or anything else that is not meant for people. */
export function problemResponse(error: AppError, requestId: string, options: ProblemOptions = {}): Response {
  const { body, status, headers } = writeProblem(error, requestId, options)
  return new Response(body, { status, headers })
}

/** The parts of `problemResponse`, for responses that are not a `Response` object. */
export function writeProblem(
  error: AppError,
  requestId: string,
  options: ProblemOptions = {},
): { body: string; status: number; headers: Headers } {
  const { language = defaultLanguage, status = statuses[error.code] } = options
  const problem: Problem = {
    type: 'about:blank',
    title: renderText(serverText(`titles.${error.code}`), language),
    status,
    detail: renderText(error.text, language),
    code: error.code,
    requestId,
  }
  const reason = firstServerText(error.text)
  if (reason !== null) problem.reason = reason.key
  const headers = new Headers({ ...apiHeaders, ...options.headers })
  headers.set('content-type', 'application/problem+json')
  headers.set('x-request-id', requestId)
  const { retryAfterSeconds, fields, current } = error.details
  if (retryAfterSeconds !== undefined) {
    problem.retryAfterSeconds = Math.max(0, Math.ceil(retryAfterSeconds))
    headers.set('retry-after', String(problem.retryAfterSeconds))
  }
  if (fields !== undefined)
    problem.fields = Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, renderText(text, language)]),
    )
  if (current !== undefined) problem.current = current
  return { body: JSON.stringify(problem), status, headers }
}

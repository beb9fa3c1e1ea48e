import { renderText } from './server-text'

/** The closed list of errors that the browser may see. `lib/web/problem.ts` maps each to a status. */
export const errorCodes = [
  'unauthenticated',
  'forbidden',
  /** The session is valid, but this change needs a new proof: password, passkey or second factor. */
  'proof_required',
  'not_found',
  'method_not_allowed',
  'invalid',
  'conflict',
  'too_large',
  'unsupported',
  'throttled',
  'upstream_throttled',
  'upstream_failed',
  'upstream_unknown',
  'upstream_refused',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export interface ErrorDetails {
  /** Whole seconds until a retry makes sense. */
  retryAfterSeconds?: number
  /** Field name -> what is wrong with the field, as a server text like that of the error. */
  fields?: Record<string, string>
  /** Status of the service's response, for logs and for the page's explanation. Never the body. */
  upstreamStatus?: number
  /** For a conflict: the stored object, in the shape of its schema. Sent to the browser, never to logs. */
  current?: unknown
}

/**
 * The only error that crosses layers. `text` is for people: what happened and what to do. It is a `serverText`, so that
 * it can be shown in the reader's language. `message` is the same text in English, for logs. The text never contains a
 * token, a path, SQL or a body of the service. Those belong in `cause`, which is logged (redacted) and never sent.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly text: string

  constructor(code: ErrorCode, text: string, options: { cause?: unknown; details?: ErrorDetails } = {}) {
    super(renderText(text), options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.text = text
    this.details = options.details ?? {}
  }

  /** Handlers, pages and the boot code are bundled separately, so the class exists several times in one process. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'AppError' && 'code' in value && 'details' in value
  }
}

/** The error for a refused field. The error and the field have the same text. */
export const invalidField = (field: string, problem: string): AppError =>
  new AppError('invalid', problem, { details: { fields: { [field]: problem } } })

/** True for errors that `AbortController.abort()` causes, whichever library surfaces them. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'ResponseAborted')
}

import { ownText } from './own-texts'

/** What a person can be shown about a failed request, wherever the error was thrown. */
export interface ErrorDescription {
  message: string
  /** Null when the error did not come from the console's own API. */
  code: string | null
  requestId: string | null
  retryAfterSeconds: number | null
}

function readProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/**
 * Prepares an error for display. Only errors with a code were written for a person; all others get a plain sentence.
 */
export function describeError(error: unknown): ErrorDescription {
  const code = readProperty(error, 'code')
  const message = readProperty(error, 'message')
  const requestId = readProperty(error, 'requestId') ?? readProperty(readProperty(error, 'details'), 'requestId')
  const retryAfter =
    readProperty(error, 'retryAfterSeconds') ?? readProperty(readProperty(error, 'details'), 'retryAfterSeconds')
  const isWritten = typeof code === 'string' && typeof message === 'string' && message !== ''
  return {
    message: isWritten ? message : ownText(error instanceof TypeError ? 'offline' : 'failed'),
    code: typeof code === 'string' ? code : null,
    requestId: typeof requestId === 'string' ? requestId : null,
    retryAfterSeconds: typeof retryAfter === 'number' && Number.isFinite(retryAfter) ? Math.max(0, retryAfter) : null,
  }
}

import { AppError, type ErrorCode } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError
}

export interface Trouble {
  code: ErrorCode
  /** For people, like `AppError.text`. `renderText` turns it into English for the log. */
  text: string
  retryAfterMs: number | null
  /** The service refused the token itself, so that nothing else can work either. */
  isTokenRefused: boolean
  /** The error concerns the service, the network or the database as a whole, not one inspection. */
  isGeneral: boolean
}

/** The meaning of an error of background work. */
export function readTrouble(error: unknown): Trouble {
  if (!isAppError(error))
    return {
      code: 'internal',
      text: serverText('background.unexpected'),
      retryAfterMs: null,
      isTokenRefused: false,
      isGeneral: false,
    }
  const { code, text, details } = error
  const isTokenRefused = code === 'upstream_refused' && details.upstreamStatus !== 403
  return {
    code,
    text,
    retryAfterMs: details.retryAfterSeconds === undefined ? null : details.retryAfterSeconds * 1_000,
    isTokenRefused,
    isGeneral: code === 'unavailable' || code === 'upstream_throttled' || isTokenRefused,
  }
}

/**
 * A delay that doubles from `baseMs` to `maxMs`. Its last fifth is random, so that many retries do not come at once.
 */
export function backOff(tries: number, baseMs: number, maxMs: number): number {
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(tries, 30))
  return full * (0.8 + 0.2 * Math.random())
}

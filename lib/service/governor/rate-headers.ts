/** Strict parsing of the service's rate headers. Whatever they contain, a wait is from 0 to 65 seconds. */
export const waitSecondsMax = 65

export interface RateHeaders {
  limit: number | null
  remaining: number | null
  /** Seconds until the window resets, 0 to 65. */
  resetSeconds: number | null
  /** From Retry-After, in seconds or as a date, 0 to 65. */
  retryAfterSeconds: number | null
}

const limitMax = 100_000

function clampWait(seconds: number, secondsMax: number): number {
  return Math.min(secondsMax, Math.max(0, seconds))
}

function parseCount(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

// Some services send a time instead of a duration: anything after 2001 in seconds, or in milliseconds.
function parseWait(text: string | undefined, nowMs: number, secondsMax = waitSecondsMax): number | null {
  if (text === undefined || !/^-?\d{1,15}(\.\d{1,9})?$/.test(text)) return null
  const value = Number(text)
  if (value >= 1e12) return clampWait((value - nowMs) / 1000, secondsMax)
  if (value >= 1e9) return clampWait(value - nowMs / 1000, secondsMax)
  return clampWait(value, secondsMax)
}

// RFC 9110: a fixed-length English date in GMT. `Date.parse` alone accepts nearly anything.
const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Seconds that a Retry-After asks for, as a number or a date, at most `secondsMax`. Null: there is none that can be
 * read.
 */
export function parseRetryAfter(text: string | undefined, nowMs: number, secondsMax = waitSecondsMax): number | null {
  if (text === undefined) return null
  if (!httpDate.test(text)) return parseWait(text, nowMs, secondsMax)
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : clampWait((date - nowMs) / 1000, secondsMax)
}

/** Reads the rate headers of a response (names in lower case). Values that cannot be parsed strictly are null. */
export function parseRateHeaders(headers: Readonly<Record<string, string>>, nowMs: number): RateHeaders {
  const limit = parseCount(headers['x-ratelimit-limit'])
  return {
    limit: limit !== null && limit >= 1 && limit <= limitMax ? limit : null,
    remaining: parseCount(headers['x-ratelimit-remaining']),
    resetSeconds: parseWait(headers['x-ratelimit-reset'], nowMs),
    retryAfterSeconds: parseRetryAfter(headers['retry-after'], nowMs),
  }
}

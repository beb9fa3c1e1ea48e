/** Rows of one answer of the service's search. */
const searchRows = 1_000

/**
 * Seconds until `waiting` documents are read: at the rate of the last minute, but never faster than the service's limit
 * lets them come, because the first seconds of a window are not the rest of it. Null when nothing comes in.
 */
export function estimateSecondsLeft(
  waiting: number,
  perMinute: number | null,
  limitPerMinute: number | null,
): number | null {
  if (waiting <= 0 || perMinute === null || perMinute <= 0) return null
  return Math.ceil((waiting / Math.min(perMinute, limitPerMinute ?? perMinute)) * 60)
}

/** What a full compare of `rows` inspections costs: pages of both lists, and a page or two at their ends. */
export function estimateCompare(rows: number, paceMs: number): { requests: number; seconds: number } {
  const requests = Math.ceil(rows / searchRows) + 2
  return { requests, seconds: Math.ceil((requests * paceMs) / 1_000) }
}

const reasons: Readonly<Record<string, string>> = {
  not_found: 'The service has no such document any more.',
  upstream_refused: 'The service does not give it to the console’s token.',
  forbidden: 'The service does not give it to the console’s token.',
  upstream_failed: 'The service failed, or what it gave is no inspection.',
  upstream_throttled: 'The service asked to wait.',
  unavailable: 'The service could not be reached.',
  too_large: 'It is larger than a document can be.',
  internal: 'It could not be kept; the log has the details.',
}

/** Why a document could not be read, in words, from the code that the index keeps. */
export function readReason(code: string): string {
  return reasons[code] ?? 'It could not be read.'
}

import type { Translator } from '@/lib/messages/translator'

/** The maximum number of rows in a search response. */
const searchRows = 1_000

/**
 * Seconds until `waiting` documents are loaded at the rate of the last minute. The rate is capped at the rate limit,
 * because the first seconds of a window are faster than the rest. Null when nothing is being loaded.
 */
export function estimateSecondsLeft(
  waiting: number,
  perMinute: number | null,
  limitPerMinute: number | null,
): number | null {
  if (waiting <= 0 || perMinute === null || perMinute <= 0) return null
  return Math.ceil((waiting / Math.min(perMinute, limitPerMinute ?? perMinute)) * 60)
}

/**
 * The requests of a full reconciliation of `rows` inspections: the pages of both lists, and one or two extra requests
 * at their ends.
 */
export function estimateCompare(rows: number, paceMs: number): { requests: number; seconds: number } {
  const requests = Math.ceil(rows / searchRows) + 2
  return { requests, seconds: Math.ceil((requests * paceMs) / 1_000) }
}

/** Keys of `system.problems.reasons` in the message catalog. */
const reasons = new Map([
  ['not_found', 'notFound'],
  ['upstream_refused', 'forbidden'],
  ['forbidden', 'forbidden'],
  ['upstream_failed', 'upstreamFailed'],
  ['upstream_throttled', 'upstreamThrottled'],
  ['unavailable', 'unavailable'],
  ['too_large', 'tooLarge'],
  ['internal', 'internal'],
] as const)
type ReasonCode = Parameters<(typeof reasons)['get']>[0]

/** Why a document could not be loaded, from the code that the index stores. */
export function readReason(t: Translator<'system'>, code: string): string {
  // The cast is safe: the map returns nothing for an unknown code.
  return t(`problems.reasons.${reasons.get(code as ReasonCode) ?? 'other'}`)
}

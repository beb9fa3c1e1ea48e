import type { SystemStatus } from './schema'
import { formatCount } from '@/lib/browser/numbers'
import { formatDuration } from '@/lib/time/time-format'

const staleAfterMs = 180_000

export interface Freshness {
  tone: 'good' | 'attention' | 'bad' | 'unknown'
  /** For the bar: a few words. */
  text: string
  /** For a phone: the age alone, or the trouble alone. */
  short: string
  /** The sentence behind it: what is wrong and what happens next. Null while all is well. */
  reason: string | null
}

/**
 * How fresh what the console shows is. The worst that is known wins: our own server, then the service, then the age of
 * the index.
 * @param isReachable whether the console itself answered the last time
 */
export function describeFreshness(status: SystemStatus | undefined, isReachable: boolean, now: number): Freshness {
  const asOf = status?.sync.asOf ?? null
  const ageMs = asOf === null ? null : Math.max(0, now - Date.parse(asOf))
  const age = ageMs === null ? null : formatDuration(ageMs)
  const aged = age === null ? null : `as of ${age} ago`
  const trouble = (tone: 'bad' | 'attention', words: string, reason: string): Freshness => ({
    tone,
    text: aged === null ? words : `${words} · ${aged}`,
    short: words,
    reason,
  })
  if (!isReachable)
    return trouble(
      'bad',
      'Console unreachable',
      'The console does not answer. What is on screen is kept, and it is asked again by itself.',
    )
  if (status === undefined) return { tone: 'unknown', text: 'Checking', short: 'Checking', reason: null }
  const { sync, service } = status
  if (service.refused !== null) return trouble('bad', 'Token refused', service.refused)
  if (service.breaker !== 'closed')
    return trouble(
      'bad',
      'Service unreachable',
      'The inspection service does not answer. What was read before stays here, and it is tried again by itself.',
    )
  if (sync.lastError !== null)
    return aged === null
      ? trouble('bad', 'First sync failed', sync.lastError)
      : trouble('attention', 'Sync failing', sync.lastError)
  const { latest } = status.reconcile
  if (latest?.state === 'held' && latest.error !== null) return trouble('attention', 'Many missing', latest.error)
  if (age === null || aged === null || ageMs === null) {
    const words = sync.running ? 'First sync' : 'Not synced yet'
    return { tone: 'unknown', text: words, short: words, reason: describeProgress(status) }
  }
  const isStale = ageMs > staleAfterMs
  return {
    tone: isStale ? 'attention' : 'good',
    text: aged,
    short: age,
    reason: isStale ? 'The last sync was longer ago than it should be.' : describeProgress(status),
  }
}

/** How far listing and reading have come, with how long it will take: null when all documents are read. */
export function describeProgress({ sync }: SystemStatus): string | null {
  const toList = sync.rowsToList ?? 0
  if (toList <= 0 && sync.total <= sync.hydrated) return null
  const counted =
    toList > 0
      ? `${formatCount(sync.total)} of about ${formatCount(sync.total + toList)} found, ${formatCount(sync.hydrated)} read`
      : `${formatCount(sync.hydrated)} of ${formatCount(sync.total)} read`
  return sync.secondsLeft === null ? counted : `${counted}, about ${formatDuration(sync.secondsLeft * 1_000)} left`
}

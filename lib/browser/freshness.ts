import type { SystemStatus } from '@/lib/system/schema'
import { formatCount } from './numbers'
import { formatDuration } from './time-format'

const staleAfterMs = 180_000

export interface Freshness {
  tone: 'good' | 'attention' | 'bad' | 'unknown'
  /** For the bar: a few words. */
  text: string
  /** The sentence behind it: what is wrong and what happens next. Null while all is well. */
  reason: string | null
}

/**
 * How fresh what the console shows is. The worst that is known wins: our own server, then the service, then the age of
 * the index.
 * @param isReachable whether the console itself answered the last time
 */
export function describeFreshness(status: SystemStatus | undefined, isReachable: boolean, now: number): Freshness {
  if (status === undefined)
    return isReachable
      ? { tone: 'unknown', text: 'Checking', reason: null }
      : {
          tone: 'bad',
          text: 'Console unreachable',
          reason: 'The console does not answer. It is asked again by itself.',
        }
  const { sync, service } = status
  const ageMs = sync.asOf === null ? null : Math.max(0, now - Date.parse(sync.asOf))
  const age = ageMs === null ? 'not synced yet' : `as of ${formatDuration(ageMs)} ago`
  if (!isReachable)
    return {
      tone: 'bad',
      text: `Console unreachable · ${age}`,
      reason: 'The console does not answer. What is on screen is kept, and it is asked again by itself.',
    }
  if (service.refused !== null) return { tone: 'bad', text: `Token refused · ${age}`, reason: service.refused }
  if (service.breaker !== 'closed')
    return {
      tone: 'bad',
      text: `Service unreachable · ${age}`,
      reason:
        'The inspection service does not answer. What was read before stays here, and it is tried again by itself.',
    }
  if (ageMs === null)
    return sync.lastError === null
      ? { tone: 'unknown', text: sync.running ? 'First sync' : 'Not synced yet', reason: describeProgress(status) }
      : { tone: 'bad', text: 'First sync failed', reason: sync.lastError }
  if (sync.lastError !== null) return { tone: 'attention', text: `Sync failing · ${age}`, reason: sync.lastError }
  if (ageMs > staleAfterMs)
    return { tone: 'attention', text: age, reason: 'The last sync was longer ago than it should be.' }
  return { tone: 'good', text: age, reason: describeProgress(status) }
}

/** How far reading the documents has come, with how long it will take: null when all are read. */
export function describeProgress({ sync }: SystemStatus): string | null {
  const left = sync.total - sync.hydrated
  if (left <= 0) return null
  const counted = `${formatCount(sync.hydrated)} of ${formatCount(sync.total)} read`
  if (sync.hydratePerMinute === null || sync.hydratePerMinute <= 0) return counted
  return `${counted}, about ${formatDuration((left / sync.hydratePerMinute) * 60_000)} left`
}

import type { PageLanguage } from '@/lib/messages/languages'
import type { Translator } from '@/lib/messages/translator'
import { formatDuration } from '@/lib/time/time-format'
import type { SystemStatus } from './schema'

const staleAfterMs = 180_000

export interface Freshness {
  tone: 'good' | 'attention' | 'bad' | 'unknown'
  /** A short text for the bar. */
  text: string
  /** A shorter text for phones: only the age, or only the problem. */
  short: string
  /** What is wrong and what happens next. Null while everything works. */
  reason: string | null
}

type Texts = Translator<'shell.freshness'>

/**
 * Describes how fresh the data on screen is. The most severe known problem is shown: of our own server, then of
 * SafetyCulture, then the age of the index.
 * @param now.isReachable whether our server responded to the last request
 */
export function describeFreshness(
  t: Texts,
  {
    status,
    isReachable,
    now,
    language,
  }: { status: SystemStatus | undefined; isReachable: boolean; now: number; language: PageLanguage },
): Freshness {
  const asOf = status?.sync.asOf ?? null
  const ageMs = asOf === null ? null : Math.max(0, now - Date.parse(asOf))
  const age = ageMs === null ? null : formatDuration(ageMs, language)
  const describeTrouble = (tone: 'bad' | 'attention', trouble: string, reason: string): Freshness => ({
    tone,
    text: age === null ? trouble : t('trouble', { trouble, age }),
    short: trouble,
    reason,
  })
  if (!isReachable) return describeTrouble('bad', t('unreachable.title'), t('unreachable.text'))
  if (status === undefined) return { tone: 'unknown', text: t('checking'), short: t('checking'), reason: null }
  const { sync, service } = status
  if (service.refused !== null) return describeTrouble('bad', t('refused'), service.refused)
  if (service.breaker !== 'closed') return describeTrouble('bad', t('serviceDown.title'), t('serviceDown.text'))
  if (sync.lastError !== null)
    return age === null
      ? describeTrouble('bad', t('firstFailed'), sync.lastError)
      : describeTrouble('attention', t('failing'), sync.lastError)
  const { latest } = status.reconcile
  if (latest?.state === 'held' && latest.error !== null)
    return describeTrouble('attention', t('manyMissing'), latest.error)
  const progress = describeProgress(t, status, language)
  if (age === null || ageMs === null) {
    const text = t(sync.running ? 'first' : 'never')
    return { tone: 'unknown', text, short: text, reason: progress }
  }
  const isStale = ageMs > staleAfterMs
  return {
    tone: isStale ? 'attention' : 'good',
    text: t('synced', { age }),
    short: age,
    reason: isStale ? t('stale') : progress,
  }
}

/** How many inspections were found and loaded, and how long the rest takes. Null when all are loaded. */
export function describeProgress(t: Texts, { sync }: SystemStatus, language: PageLanguage): string | null {
  const toList = sync.rowsToList ?? 0
  if (toList <= 0 && sync.total <= sync.hydrated) return null
  const left = sync.secondsLeft === null ? null : formatDuration(sync.secondsLeft * 1_000, language)
  const loaded = sync.hydrated
  if (toList > 0) {
    const counts = { found: sync.total, total: sync.total + toList, loaded }
    return left === null ? t('progress.found', counts) : t('progress.foundWithTime', { ...counts, left })
  }
  const counts = { loaded, total: sync.total }
  return left === null ? t('progress.loaded', counts) : t('progress.loadedWithTime', { ...counts, left })
}

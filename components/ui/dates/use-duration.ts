'use client'

import { useLocale } from 'next-intl'
import { useNow } from '@/lib/browser/now'
import { formatDuration, limitDuration, relativeStepMs } from '@/lib/time/time-format'

/** The text of a duration between two ISO instants, or until now. It agrees with the age that `Time` shows. */
export function useDuration(from: string, to: string | null): string {
  const language = useLocale()
  const ageMs = useNow(relativeStepMs) - Date.parse(from)
  return formatDuration(to === null ? ageMs : limitDuration(Date.parse(to) - Date.parse(from), ageMs), language)
}

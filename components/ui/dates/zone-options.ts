import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { useNow } from '@/lib/browser/now'
import { formatOffset } from '@/lib/time/time-format'
import type { PickerOption } from '@/components/ui/inputs/picker-option'

const stepMs = 15 * 60_000

/**
 * Every time zone with its current offset, and `browser`, the zone of the browser. They are made when a list is opened:
 * the offsets of 400 zones take longer than the first rendering of a page.
 */
export function useZoneOptions(): () => readonly PickerOption[] {
  const t = useTranslations('shell.zone')
  const now = useNow(stepMs)
  return useCallback(() => {
    const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    const names = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')
    return [
      { value: 'browser', label: t('browser'), hint: formatOffset(now, browserZone) },
      { value: 'UTC', label: 'UTC', hint: 'UTC' },
      ...names.map((name) => ({ value: name, label: name.replaceAll('_', ' '), hint: formatOffset(now, name) })),
    ]
  }, [now, t])
}

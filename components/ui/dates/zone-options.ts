import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { useNow } from '@/lib/browser/now'
import { formatOffset } from '@/lib/time/time-format'
import type { PickerOption } from '@/components/ui/inputs/picker-option'

const stepMs = 15 * 60_000

/** Every time zone with its current offset; `browser` is the zone of the browser. */
export function useZoneOptions(): readonly PickerOption[] {
  const t = useTranslations('shell.zone')
  const now = useNow(stepMs)
  return useMemo(() => {
    const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    const names = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')
    return [
      { value: 'browser', label: t('browser'), hint: formatOffset(now, browserZone) },
      { value: 'UTC', label: 'UTC', hint: 'UTC' },
      ...names.map((name) => ({ value: name, label: name.replaceAll('_', ' '), hint: formatOffset(now, name) })),
    ]
  }, [now, t])
}

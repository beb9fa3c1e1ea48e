'use client'

import { useTranslations } from 'next-intl'
import { ZoneChoice } from '@/components/ui/dates/zone-choice'
import { buttonClass } from '@/lib/browser/button-class'
import { useNow } from '@/lib/browser/now'
import { useZone } from '@/lib/browser/preferences/zone'
import { formatOffset } from '@/lib/time/time-format'

const minuteMs = 60_000

/** The current time zone in the top bar, and a way to choose another one. */
export function ZonePicker() {
  const t = useTranslations('shell.zone')
  const { zone } = useZone()
  const offset = formatOffset(useNow(15 * minuteMs), zone)
  return (
    <ZoneChoice
      align="end"
      trigger={
        <button type="button" aria-label={t('chosen', { zone, offset })} className={buttonClass('ghost', 'md', 'px-2')}>
          <span className="tabular-nums">{offset}</span>
        </button>
      }
    />
  )
}

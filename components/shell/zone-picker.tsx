'use client'

import { useTranslations } from 'next-intl'
import { buttonClass } from '@/lib/browser/button-class'
import { Picker } from '@/components/ui/inputs/picker'
import { useZoneOptions } from '@/components/ui/dates/zone-options'
import { useNow } from '@/lib/browser/now'
import { formatOffset } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/preferences/zone'

const minuteMs = 60_000

/** Chooses the zone in which Sightline shows all times. */
export function ZonePicker() {
  const t = useTranslations('shell.zone')
  const { choice, zone, setChoice } = useZone()
  const offset = formatOffset(useNow(15 * minuteMs), zone)
  const options = useZoneOptions()
  return (
    <Picker
      label={t('label')}
      placeholder={t('find')}
      align="end"
      options={options}
      value={[choice]}
      onChange={([next]) => next !== undefined && setChoice(next)}
      trigger={
        <button type="button" aria-label={t('chosen', { zone, offset })} className={buttonClass('ghost', 'md', 'px-2')}>
          <span className="tabular-nums">{offset}</span>
        </button>
      }
    />
  )
}

'use client'

import { useTranslations } from 'next-intl'
import type { ReactElement } from 'react'
import { Picker } from '@/components/ui/inputs/picker'
import { useZone } from '@/lib/browser/preferences/zone'
import { useZoneOptions } from './zone-options'

/** Chooses the zone in which Sightline shows all times, in a list under `trigger`. */
export function ZoneChoice({ trigger, align = 'start' }: { trigger: ReactElement; align?: 'start' | 'end' }) {
  const t = useTranslations('shell.zone')
  const { choice, setChoice } = useZone()
  const options = useZoneOptions()
  return (
    <Picker
      label={t('label')}
      placeholder={t('find')}
      align={align}
      options={options}
      value={[choice]}
      onChange={([next]) => next !== undefined && setChoice(next)}
      trigger={trigger}
    />
  )
}

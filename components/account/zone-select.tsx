'use client'

import { ChevronsUpDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/lib/browser/button-class'
import { Picker } from '@/components/ui/inputs/picker'
import { useZoneOptions } from '@/components/ui/dates/zone-options'
import { usePreferences } from '@/lib/browser/preferences/preferences-context'
import { useZone } from '@/lib/browser/preferences/zone'

/** Chooses the zone in which Sightline shows all times. */
export function ZoneSelect() {
  const t = useTranslations('account.preferences.zone')
  const { preferences, change } = usePreferences()
  const { preferredZone } = useZone()
  const options = useZoneOptions()
  const zone = preferredZone.replaceAll('_', ' ')
  const text = preferences.zone === 'browser' ? t('browser', { zone }) : zone
  return (
    <Picker
      label={t('label')}
      placeholder={t('find')}
      options={options}
      value={[preferences.zone]}
      onChange={([next]) => next !== undefined && change({ zone: next })}
      trigger={
        <button
          type="button"
          aria-label={t('chosen', { zone: text })}
          className={buttonClass('secondary', 'md', 'w-72 max-w-full border-line-strong px-2 font-normal')}
        >
          <span className="min-w-0 flex-1 truncate text-start">{text}</span>
          <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-ink-muted" />
        </button>
      }
    />
  )
}

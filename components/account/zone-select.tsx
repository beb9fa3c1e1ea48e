'use client'

import { ChevronsUpDown } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import { Picker } from '@/components/ui/picker'
import { useZoneOptions } from '@/components/ui/zone-options'
import { usePreferences } from '@/lib/browser/preferences-context'
import { useZone } from '@/lib/browser/zone'

/** Chooses the zone in which every time of the console is written. */
export function ZoneSelect() {
  const { preferences, change } = usePreferences()
  const { preferredZone } = useZone()
  const options = useZoneOptions()
  const zone = preferredZone.replaceAll('_', ' ')
  const text = preferences.zone === 'browser' ? `Browser time zone (${zone})` : zone
  return (
    <Picker
      label="Time zone"
      placeholder="Find a time zone"
      options={options}
      value={[preferences.zone]}
      onChange={([next]) => next !== undefined && change({ zone: next })}
      trigger={
        <button
          type="button"
          aria-label={`Time zone: ${text}`}
          className={buttonClass('secondary', 'md', 'w-72 max-w-full border-line-strong px-2 font-normal')}
        >
          <span className="min-w-0 flex-1 truncate text-left">{text}</span>
          <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-ink-muted" />
        </button>
      }
    />
  )
}

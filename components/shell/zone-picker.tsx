'use client'

import { buttonClass } from '@/components/ui/button'
import { Picker } from '@/components/ui/picker'
import { useZoneOptions } from '@/components/ui/zone-options'
import { useNow } from '@/lib/browser/now'
import { formatOffset } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/zone'

const minuteMs = 60_000

/** Chooses the zone in which every time of the console is written. */
export function ZonePicker() {
  const { choice, zone, setChoice } = useZone()
  const offset = formatOffset(useNow(15 * minuteMs), zone)
  const options = useZoneOptions()
  return (
    <Picker
      label="Time zone"
      placeholder="Find a time zone"
      align="end"
      options={options}
      value={[choice]}
      onChange={([next]) => next !== undefined && setChoice(next)}
      trigger={
        <button
          type="button"
          aria-label={`Time zone: ${zone}, ${offset}`}
          className={buttonClass('ghost', 'md', 'px-2')}
        >
          <span className="tabular-nums">{offset}</span>
        </button>
      }
    />
  )
}

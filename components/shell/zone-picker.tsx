'use client'

import { useMemo } from 'react'
import { buttonClass } from '@/components/ui/button'
import { Picker, type PickerOption } from '@/components/ui/picker'
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

function useZoneOptions(): readonly PickerOption[] {
  const now = useNow(15 * minuteMs)
  return useMemo(() => {
    const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    const names = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')
    return [
      { value: 'browser', label: 'This browser’s', hint: formatOffset(now, browserZone) },
      { value: 'UTC', label: 'UTC', hint: 'UTC' },
      ...names.map((name) => ({ value: name, label: name.replaceAll('_', ' '), hint: formatOffset(now, name) })),
    ]
  }, [now])
}

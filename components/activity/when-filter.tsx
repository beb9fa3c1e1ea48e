'use client'

import { useTranslations } from 'next-intl'
import { Popover } from '@/components/ui/popover'
import { describeRange, RangePicker } from '@/components/ui/dates/range-picker'
import { readRange, writeRange } from '@/components/ui/dates/ranges'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { useZone } from '@/lib/browser/preferences/zone'
import { FilterButton } from './filter-button'
import type { ActivityState } from './use-activity-state'

/** Days, or a range of time that moves with the clock. */
export function WhenFilter({
  state,
  ...panel
}: {
  state: ActivityState
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const t = useTranslations('activity.filters')
  const tRange = useTranslations('shell.range')
  const style = useTimeStyle()
  const { from, to, set } = state
  const { preferredZone } = useZone()
  // A range that ends now has no end in the address, because no entry is in the future.
  const value = writeRange({ from: from ?? '', to: to ?? '' })
  const shown = value?.startsWith('now-') === true && to === null ? `${value}now` : value
  return (
    <Popover
      trigger={<FilterButton label={t('when')} value={shown === null ? null : describeRange(tRange, shown, style)} />}
      label={t('when')}
      align="start"
      {...panel}
      className="w-[44rem]"
    >
      <RangePicker
        value={shown}
        zone={preferredZone}
        onChange={(next) => {
          const range = readRange(next ?? '')
          set({
            from: range.from === '' ? null : range.from,
            to: range.to === '' || range.to === 'now' ? null : range.to,
          })
        }}
      />
    </Popover>
  )
}

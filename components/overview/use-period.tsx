'use client'

import { CalendarDays } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { describeRange, RangePicker } from '@/components/ui/dates/range-picker'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { useZone } from '@/lib/browser/preferences/zone'
import { defaultPeriod } from '@/lib/overview/values-model'

/** The period of the numbers, part of the address. */
export function usePeriod() {
  return useQueryState('range', parseAsString.withDefault(defaultPeriod))
}

/** Chooses the period. */
export function PeriodButton() {
  const t = useTranslations('overview.period')
  const tRange = useTranslations('shell.range')
  const style = useTimeStyle()
  const { preferredZone } = useZone()
  const [range, setRange] = usePeriod()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={t('choose')}
      open={isOpen}
      onOpenChange={setOpen}
      className="w-[44rem]"
      trigger={
        <Button icon={CalendarDays} aria-label={t('chosen', { range: describeRange(tRange, range, style) })}>
          {describeRange(tRange, range, style)}
        </Button>
      }
    >
      <RangePicker
        value={range}
        zone={preferredZone}
        onChange={(next) => {
          void setRange(next)
          if (next !== null) setOpen(false)
        }}
      />
    </Popover>
  )
}

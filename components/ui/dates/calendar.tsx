'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { firstOfMonth } from '@/lib/time/calendar-days'
import { type DayRange, Month, useActiveDay } from './calendar-month'

/** Two months, or one month on phones. Two choices select a range, in any order. */
export function Calendar({
  value,
  today,
  onChange,
}: {
  value: DayRange
  today: string
  onChange: (range: DayRange) => void
}) {
  const t = useTranslations('shell.range')
  const [pending, setPending] = useState<string | null>(null)
  const [pointed, setPointed] = useState<string | null>(null)
  const end = value.to === '' ? value.from : value.to
  const [active, setActive] = useState(end === '' ? today : end)
  // The right month contains the end of the range, because most ranges end today.
  const [shown, setShown] = useState(firstOfMonth(active, -1))
  const { grid, onKeyDown } = useActiveDay(active, (day) => {
    setActive(day)
    const first = firstOfMonth(day)
    if (first < shown) setShown(first)
    else if (first > firstOfMonth(shown, 1)) setShown(firstOfMonth(day, -1))
  })
  const choose = (day: string) => {
    setActive(day)
    if (pending === null) return setPending(day)
    setPending(null)
    onChange(day < pending ? { from: day, to: pending } : { from: pending, to: day })
  }
  const other = pointed ?? active
  const range: DayRange =
    pending === null ? value : other < pending ? { from: other, to: pending } : { from: pending, to: other }
  const months = [shown, firstOfMonth(shown, 1)]
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its buttons have the focus
    <div ref={grid} className="flex gap-6" onKeyDown={onKeyDown} onPointerLeave={() => setPointed(null)}>
      {months.map((month, index) => (
        <Month
          key={month}
          month={month}
          range={range}
          today={today}
          // If the active day is in a month that is not shown, the first shown day is reached with Tab instead.
          active={months.includes(firstOfMonth(active)) ? active : shown}
          onChoose={choose}
          onPoint={setPointed}
          className={index === 0 ? 'max-sm:hidden' : ''}
          before={
            <IconButton
              label={t('previousMonth')}
              icon={ChevronLeft}
              size="sm"
              className={index === 0 ? '' : 'sm:invisible'}
              onClick={() => setShown(firstOfMonth(shown, -1))}
            />
          }
          after={
            <IconButton
              label={t('nextMonth')}
              icon={ChevronRight}
              size="sm"
              className={index === 1 ? '' : 'invisible'}
              onClick={() => setShown(firstOfMonth(shown, 1))}
            />
          }
        />
      ))}
      <output className="sr-only">{pending === null ? '' : t('chooseEnd')}</output>
    </div>
  )
}

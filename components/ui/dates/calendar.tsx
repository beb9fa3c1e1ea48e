'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { IconButton } from '@/components/ui/button'
import { addDays, addMonths, firstOfMonth, listWeeks, weekdayOf } from '@/lib/time/calendar-days'

interface DayRange {
  /** First day, `2026-11-01`; empty for a range without a start. */
  from: string
  to: string
}

const atNoon = (day: string) => new Date(`${day}T12:00:00Z`)
const firstYear = '0001-01-01'

/** The day to which a key moves, or null for other keys. */
function moveBy(key: string, day: string): string | null {
  if (key === 'ArrowLeft') return addDays(day, -1)
  if (key === 'ArrowRight') return addDays(day, 1)
  if (key === 'ArrowUp') return addDays(day, -7)
  if (key === 'ArrowDown') return addDays(day, 7)
  if (key === 'PageUp') return addMonths(day, -1)
  if (key === 'PageDown') return addMonths(day, 1)
  if (key === 'Home') return addDays(day, -weekdayOf(day))
  if (key === 'End') return addDays(day, 6 - weekdayOf(day))
  return null
}

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
  const grid = useRef<HTMLDivElement>(null)
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (moves > 0) grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
  }, [active, moves])

  const goTo = (day: string) => {
    if (day < firstYear) return
    setActive(day)
    setMoves(moves + 1)
    const first = firstOfMonth(day)
    if (first < shown) setShown(first)
    else if (first > firstOfMonth(shown, 1)) setShown(firstOfMonth(day, -1))
  }
  const choose = (day: string) => {
    setActive(day)
    if (pending === null) return setPending(day)
    setPending(null)
    onChange(day < pending ? { from: day, to: pending } : { from: pending, to: day })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveBy(event.key, active)
    if (next === null) return
    event.preventDefault()
    goTo(next)
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

function Month({
  month,
  range,
  today,
  active,
  onChoose,
  onPoint,
  before,
  after,
  className,
}: {
  month: string
  range: DayRange
  today: string
  active: string
  onChoose: (day: string) => void
  onPoint: (day: string) => void
  before: ReactNode
  after: ReactNode
  className: string
}) {
  const format = useFormatter()
  const name = format.dateTime(atNoon(month), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const isIn = (day: string) =>
    (range.from !== '' || range.to !== '') &&
    (range.from === '' || day >= range.from) &&
    (range.to === '' || day <= range.to)
  return (
    <div className={classNames('flex-1', className)}>
      <div className="flex items-center justify-between">
        {before}
        <span className="text-sm font-medium">{name}</span>
        {after}
      </div>
      <table aria-label={name} className="mt-1 w-full table-fixed text-center text-sm tabular-nums">
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((weekday) => (
              // 1 January 2024 was a Monday.
              <th key={weekday} scope="col" className="h-7 text-center text-xs font-normal text-ink-muted">
                {format.dateTime(atNoon(`2024-01-0${weekday + 1}`), { weekday: 'short', timeZone: 'UTC' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeeks(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, weekday) => (
                // oxlint-disable-next-line react/no-array-index-key -- a weekday
                <td key={weekday} className={classNames('p-0', day !== null && isIn(day) && 'bg-accent-soft')}>
                  {day !== null && (
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === active ? 0 : -1}
                      aria-pressed={day === range.from || day === range.to}
                      aria-label={format.dateTime(atNoon(day), { dateStyle: 'full', timeZone: 'UTC' })}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => onChoose(day)}
                      onPointerEnter={() => onPoint(day)}
                      className="size-8 rounded hover:bg-raised aria-[current]:font-semibold aria-[current]:text-accent-ink aria-pressed:bg-accent aria-pressed:text-accent-on max-sm:size-9"
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

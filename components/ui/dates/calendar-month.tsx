'use client'

import { useFormatter } from 'next-intl'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { addDays, addMonths, listWeeks, weekdayOf } from '@/lib/time/calendar-days'

export interface DayRange {
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

/**
 * The keys of a calendar, whose active day has the focus. `onMove` makes a day active and shows its month. With
 * `hasFocus`, the active day gets the focus when the calendar appears.
 */
export function useActiveDay(
  active: string,
  onMove: (day: string) => void,
  hasFocus = false,
): { grid: RefObject<HTMLDivElement | null>; onKeyDown: (event: KeyboardEvent) => void } {
  const grid = useRef<HTMLDivElement>(null)
  const [moves, setMoves] = useState(hasFocus ? 1 : 0)
  useEffect(() => {
    if (moves > 0) grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
  }, [active, moves])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveBy(event.key, active)
    if (next === null) return
    event.preventDefault()
    if (next < firstYear) return
    setMoves(moves + 1)
    onMove(next)
  }
  return { grid, onKeyDown }
}

/** The days of a month as buttons. The chosen days and those between them are marked. */
export function Month({
  month,
  range,
  today,
  active,
  isOff,
  onChoose,
  onPoint,
  before,
  after,
  className = '',
}: {
  month: string
  range: DayRange
  today: string
  active: string
  /** Whether a day cannot be chosen. */
  isOff?: (day: string) => boolean
  onChoose: (day: string) => void
  onPoint?: (day: string) => void
  before: ReactNode
  after: ReactNode
  className?: string
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
                      aria-disabled={isOff?.(day) === true || undefined}
                      onClick={() => isOff?.(day) !== true && onChoose(day)}
                      onPointerEnter={() => onPoint?.(day)}
                      className="size-8 rounded hover:bg-raised aria-[current]:font-semibold aria-[current]:text-accent-ink aria-pressed:bg-accent aria-pressed:text-accent-on aria-disabled:text-ink-muted aria-disabled:line-through max-sm:size-9"
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

'use client'

import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/inputs/field'
import { Popover } from '@/components/ui/popover'
import { classNames } from '@/lib/browser/class-names'
import { useNow } from '@/lib/browser/now'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { useZone } from '@/lib/browser/preferences/zone'
import { firstOfMonth } from '@/lib/time/calendar-days'
import { formatDate, formatDay } from '@/lib/time/time-format'
import { Month, useActiveDay } from './calendar-month'
import { readTypedDay } from './typed-day'

const minuteMs = 60_000

interface DateProps {
  label: string
  /** `2026-12-24`; null for no date. */
  value: string | null
  onChange: (day: string | null) => void
  /** The first and last day that can be chosen. */
  min?: string
  max?: string
}

/**
 * A day as text in the person's format, with a calendar. The day changes while a person types, and is null while their
 * text is no day. Enter calls `onEnter` unless the text is wrong.
 */
export function DatePicker({
  hint,
  error,
  onEnter,
  className,
  ...date
}: DateProps & { hint?: string; error?: string | undefined; onEnter?: (() => void) | undefined; className?: string }) {
  const { label, onChange } = date
  const t = useTranslations('shell.date')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const today = formatDay(useNow(minuteMs), useZone().zone)
  const { text, problem, write, settle } = useTypedDay(date, today)
  const shownProblem = problem ?? error
  const choose = (day: string | null) => {
    settle()
    onChange(day)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault()
      setOpen(true)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const isRight = settle()
    if (isRight && onEnter === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (isRight) onEnter?.()
  }
  const described = [hint === undefined ? [] : `${id}-hint`, shownProblem === undefined ? [] : `${id}-error`].flat()
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={settle}
          aria-invalid={shownProblem !== undefined || undefined}
          aria-describedby={described.length === 0 ? undefined : described.join(' ')}
          placeholder={t('placeholder')}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          className={classNames(inputClass, 'pe-8 tabular-nums')}
        />
        <Popover
          label={t('calendar')}
          open={isOpen}
          onOpenChange={setOpen}
          className="flex w-64 flex-col gap-2 p-3 max-sm:w-72"
          trigger={
            <IconButton
              label={t('open')}
              aria-describedby={`${id}-label`}
              icon={CalendarDays}
              size="sm"
              className="absolute end-0.5 top-0.5"
            />
          }
        >
          <DayCalendar {...date} today={today} onChange={choose} />
        </Popover>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-ink-muted">
          {hint}
        </p>
      )}
      {shownProblem !== undefined && (
        <p id={`${id}-error`} className="text-xs text-bad">
          {shownProblem}
        </p>
      )}
    </div>
  )
}

/** The text of the field. It stays as typed until `settle`, which says whether it is right. */
function useTypedDay({ value, onChange, min, max }: DateProps, today: string) {
  const t = useTranslations('shell.date')
  const style = useTimeStyle()
  const [draft, setDraft] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const format = (day: string) => formatDate(Date.parse(`${day}T00:00:00Z`), 'UTC', style)
  const check = (text: string): { day: string | null; problem?: string } => {
    if (text.trim() === '') return { day: null }
    const day = readTypedDay(text, { style, today })
    if (day === null) return { day, problem: t('unread') }
    if (min !== undefined && day < min) return { day: null, problem: t('tooEarly', { day: format(min) }) }
    if (max !== undefined && day > max) return { day: null, problem: t('tooLate', { day: format(max) }) }
    return { day }
  }
  return {
    text: draft ?? (value === null ? '' : format(value)),
    problem: isWrong && draft !== null ? check(draft).problem : undefined,
    write: (text: string) => {
      setDraft(text)
      setWrong(false)
      const { day } = check(text)
      if (day !== value) onChange(day)
    },
    settle: (): boolean => {
      const isRight = draft === null || check(draft).problem === undefined
      setWrong(!isRight)
      if (isRight) setDraft(null)
      return isRight
    },
  }
}

function DayCalendar({ value, onChange, min, max, today }: Omit<DateProps, 'label'> & { today: string }) {
  const t = useTranslations('shell')
  const isOff = (day: string) => (min !== undefined && day < min) || (max !== undefined && day > max)
  const [active, setActive] = useState(value ?? today)
  const [month, setMonth] = useState(firstOfMonth(active))
  const move = (day: string) => {
    setActive(day)
    setMonth(firstOfMonth(day))
  }
  const { grid, onKeyDown } = useActiveDay(active, move, true)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its buttons have the focus */}
      <div ref={grid} onKeyDown={onKeyDown}>
        <Month
          month={month}
          range={{ from: value ?? '', to: value ?? '' }}
          today={today}
          // If the active day is in another month, the first shown day is reached with Tab instead.
          active={firstOfMonth(active) === month ? active : month}
          isOff={isOff}
          onChoose={onChange}
          before={
            <IconButton
              label={t('range.previousMonth')}
              icon={ChevronLeft}
              size="sm"
              onClick={() => setMonth(firstOfMonth(month, -1))}
            />
          }
          after={
            <IconButton
              label={t('range.nextMonth')}
              icon={ChevronRight}
              size="sm"
              onClick={() => setMonth(firstOfMonth(month, 1))}
            />
          }
        />
      </div>
      <div className="flex justify-between gap-2">
        <Button size="sm" variant="ghost" disabled={isOff(today)} onClick={() => onChange(today)}>
          {t('range.presets.today')}
        </Button>
        <Button size="sm" variant="ghost" disabled={value === null} onClick={() => onChange(null)}>
          {t('date.clear')}
        </Button>
      </div>
    </>
  )
}

'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { useNow } from '@/lib/browser/now'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import type { Translator } from '@/lib/messages/translator'
import { formatDate, formatDay, formatOffset, type TimeStyle } from '@/lib/time/time-format'
import { Calendar } from './calendar'
import { inputClass } from '@/components/ui/inputs/field'
import { isDayRange, readLast, readRange, timePresets, writeRange } from './ranges'
import { rememberRange, useRecentRanges } from './recent-ranges'
import { readTypedRange } from './typed-range'
import { ZoneChoice } from './zone-choice'

const minuteMs = 60_000

/** A range as readable text: "last 7 days", "1 Nov 2026 – 12 Nov 2026", or the typed text. */
export function describeRange(t: Translator<'shell.range'>, text: string, style: TimeStyle): string {
  const preset = timePresets.find(({ value }) => value === text)
  if (preset !== undefined) return t(`presets.${preset.name}`)
  const last = readLast(text)
  if (last !== null) return t(`last.${last.unit}`, { count: last.count })
  const range = readRange(text)
  if (!isDayRange(range) || (range.from === '' && range.to === '')) return text
  const write = (day: string) => {
    const at = Date.parse(day)
    return Number.isNaN(at) ? day : formatDate(at, 'UTC', style)
  }
  if (range.from === range.to) return write(range.from)
  if (range.to === '') return t('since', { day: write(range.from) })
  if (range.from === '') return t('until', { day: write(range.to) })
  return t('between', { from: write(range.from), to: write(range.to) })
}

/** Picks a range of time from presets, recent ranges or a calendar, or as typed text. Null means any time. */
export function RangePicker({
  value,
  days,
  zone,
  error,
  note,
  onChange,
}: {
  value: string | null
  /** The days to which a relative range currently corresponds, if known. */
  days?: { from: string; to: string } | undefined
  /** The time zone of the days, as an IANA name. */
  zone: string
  error?: string | undefined
  /** An explanation that is shown below. */
  note?: ReactNode
  onChange: (value: string | null) => void
}) {
  const t = useTranslations('shell.range')
  const style = useTimeStyle()
  const now = useNow(minuteMs)
  const today = formatDay(now, zone)
  const recent = useRecentRanges().filter((range) => range !== value)
  const range = readRange(value ?? '')
  const choose = (next: string) => {
    if (!timePresets.some((preset) => preset.value === next)) rememberRange(next)
    onChange(next)
  }
  return (
    <div className="flex flex-col">
      <div className="flex flex-col sm:flex-row">
        <div className="flex flex-col gap-1 border-line p-1 max-sm:border-b sm:w-44 sm:shrink-0 sm:border-e">
          <Choices
            label={t('presetsLabel')}
            options={timePresets.map((preset) => ({ value: preset.value, label: t(`presets.${preset.name}`) }))}
            value={value}
            onChange={(next) => (next === value ? onChange(null) : choose(next))}
          />
          {recent.length > 0 && (
            <div className="border-t border-line pt-1">
              <p aria-hidden className="px-2 py-1 text-xs text-ink-muted">
                {t('recent')}
              </p>
              <Choices
                label={t('recent')}
                options={recent.map((one) => ({ value: one, label: describeRange(t, one, style) }))}
                value={value}
                onChange={choose}
              />
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-3 p-3">
          <TypedRange
            key={value}
            value={value}
            today={today}
            error={error}
            onChange={choose}
            onClear={() => onChange(null)}
          />
          <Calendar
            key={`${days?.from}/${days?.to}/${value}`}
            value={value !== null && isDayRange(range) ? range : (days ?? { from: '', to: '' })}
            today={today}
            onChange={(chosen) => {
              const text = writeRange(chosen)
              if (text !== null) choose(text)
            }}
          />
        </div>
      </div>
      <div aria-live="polite" className="flex flex-col gap-0.5 border-t border-line px-3 py-2 text-xs text-ink-muted">
        {note}
        <p>
          {t('zone', { zone: nameZone(zone), offset: formatOffset(now, zone) })}{' '}
          <ZoneChoice
            trigger={
              <button type="button" className="text-accent-ink underline underline-offset-2">
                {t('changeZone')}
              </button>
            }
          />
        </p>
      </div>
    </div>
  )
}

const nameZone = (zone: string) => zone.replaceAll('_', ' ')

function Choices({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: ReadonlyArray<{ value: string; label: string }>
  value: string | null
  onChange: (value: string) => void
}) {
  return (
    <ul aria-label={label} className="grid grid-cols-2 gap-px sm:grid-cols-1">
      {options.map((option) => {
        const isOn = value === option.value
        return (
          <li key={option.value}>
            <button
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange(option.value)}
              className={classNames(
                'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-start text-sm hover:bg-raised',
                isOn && 'bg-accent-soft font-medium text-accent-ink hover:bg-accent-soft',
              )}
            >
              <span className="flex-1">{option.label}</span>
              {isOn && <Check aria-hidden size={16} strokeWidth={2} />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The range as text. It is applied when Enter is pressed or the field loses the focus. */
function TypedRange({
  value,
  today,
  error,
  onChange,
  onClear,
}: {
  value: string | null
  today: string
  error: string | undefined
  onChange: (value: string) => void
  onClear: () => void
}) {
  const t = useTranslations('shell.range')
  const style = useTimeStyle()
  const id = useId()
  const shown = value === null ? '' : describeRange(t, value, style)
  const [text, setText] = useState(shown)
  const [isUnread, setUnread] = useState(false)
  const apply = () => {
    if (text === shown) return
    if (text.trim() === '') return onClear()
    const read = readTypedRange(text, { style, today })
    setUnread(read === null)
    if (read !== null) onChange(read)
  }
  const problem = isUnread ? t('unread') : error
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-ink-muted">
        {t('typed')}
      </label>
      <input
        id={id}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setUnread(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            apply()
          }
        }}
        onBlur={apply}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder={t('placeholder')}
        className={inputClass}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}

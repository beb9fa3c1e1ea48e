'use client'

import { CalendarDays, Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { inputClass } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { useTimeStyle } from '@/lib/browser/preferences-context'
import { classNames } from '@/lib/browser/class-names'
import { useNow } from '@/lib/browser/now'
import { formatDateTime, formatOffset } from '@/lib/time/time-format'
import { useTypedText } from '@/lib/browser/typed-text'
import { useZone } from '@/lib/browser/zone'
import type { InspectionPage } from '@/lib/inspections/schema'
import { isDayRange, readRange, timePresets, writeRange } from './filter-ranges'
import type { ListState } from './use-list-state'
import { useOneStep } from './use-one-step'

type TimeField = 'modified' | 'completedAt'
const typingPauseMs = 400
const minuteMs = 60_000
/** The syntax of ranges is the same in every language. */
const rangeExamples = 'now-7d/d..now, 2026-11-01.., 2026-11-19'

/** Filters by a range of time, of the last change or of the completion. */
export function DateEditor({
  state,
  resolved,
  errors,
}: {
  state: ListState
  /** The instants that the filters mean at this moment; undefined until the list has answered. */
  resolved: InspectionPage['resolved'] | undefined
  errors: Readonly<Record<string, string>>
}) {
  const t = useTranslations('filters')
  const { params } = state
  const change = useOneStep(state)
  const [field, setField] = useState<TimeField>(
    params.modified === undefined &&
      params['modified!'] === undefined &&
      (params.completedAt !== undefined || params['completedAt!'] !== undefined)
      ? 'completedAt'
      : 'modified',
  )
  const [isNegated, setNegated] = useState(params[`${field}!`] !== undefined && params[field] === undefined)
  const name = isNegated ? (`${field}!` as const) : field
  const values = params[name] ?? []
  const [value = ''] = values
  const set = (text: string | null) => change({ [name]: text === null || text.trim() === '' ? null : [text.trim()] })
  const range = readRange(value)
  const days = isDayRange(range) ? range : { from: '', to: '' }
  const typed = useTypedText(value, set, typingPauseMs)
  const error = errors[name]
  return (
    <div className="flex flex-col">
      <div className="flex gap-2 border-b border-line p-2">
        <Segmented
          label={t('date.field')}
          value={field}
          options={[
            { value: 'modified', label: t('names.modified') },
            { value: 'completedAt', label: t('names.completed') },
          ]}
          onChange={(next) => {
            setField(next)
            setNegated(params[`${next}!`] !== undefined && params[next] === undefined)
          }}
          className="flex-1"
        />
        <Segmented
          label={t('date.isOrIsNot')}
          value={isNegated ? 'not' : 'is'}
          options={[
            { value: 'is', label: t('negation.is') },
            { value: 'not', label: t('negation.isNot') },
          ]}
          onChange={(next) => {
            const target = next === 'not' ? (`${field}!` as const) : field
            setNegated(next === 'not')
            if (values.length > 0 && target !== name) change({ [name]: null, [target]: values })
          }}
          className="w-28 shrink-0"
        />
      </div>
      <Presets value={values.length === 1 ? value : null} onChange={set} />
      <div className="grid grid-cols-2 gap-2 border-t border-line px-3 pt-2 pb-3">
        <DayField label={t('date.from')} value={days.from} onChange={(from) => set(writeRange({ ...days, from }))} />
        <DayField label={t('date.to')} value={days.to} onChange={(to) => set(writeRange({ ...days, to }))} />
        <label className="col-span-2 flex flex-col gap-1">
          <span className="text-xs text-ink-muted">{t('date.typed', { examples: rangeExamples })}</span>
          <input
            value={typed.text}
            onChange={(event) => typed.setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') typed.flush()
            }}
            aria-invalid={error !== undefined}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder={t('date.placeholder')}
            className={classNames(inputClass, 'font-mono text-xs')}
          />
        </label>
      </div>
      <div aria-live="polite" className="min-h-12 border-t border-line px-3 py-2 text-xs text-ink-muted">
        {error === undefined ? (
          <ResolvedTimes ranges={values.length === 0 || isNegated ? undefined : resolved?.[field]} />
        ) : (
          <p className="text-bad">{error}</p>
        )}
      </div>
    </div>
  )
}

function Presets({
  value,
  onChange,
}: {
  /** Null: none, or more than one. */
  value: string | null
  onChange: (value: string | null) => void
}) {
  const t = useTranslations('filters.times.presets')
  return (
    <ul className="grid grid-cols-2 gap-px p-1">
      {timePresets.map((preset) => {
        const isOn = value === preset.value
        return (
          <li key={preset.value}>
            <button
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange(isOn ? null : preset.value)}
              className={classNames(
                'flex h-8 w-full items-center gap-2 rounded-sm px-2 text-start text-sm hover:bg-raised',
                isOn && 'bg-accent-soft font-medium text-accent-ink hover:bg-accent-soft',
              )}
            >
              <span className="flex-1">{t(`${preset.name}.option`)}</span>
              {isOn && <Check aria-hidden size={16} strokeWidth={2} />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function DayField({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <label className="flex min-w-0 flex-col gap-1">
      <span className="text-xs text-ink-muted">{label}</span>
      <input
        type="date"
        value={value}
        max="9999-12-31"
        // A half-typed date has no value: the range is kept until the date is complete.
        onChange={(event) =>
          event.target.value === '' && event.target.validity.badInput ? null : onChange(event.target.value)
        }
        className={classNames(inputClass, 'tabular-nums')}
      />
    </label>
  )
}

function ResolvedTimes({ ranges }: { ranges: InspectionPage['resolved']['modified'] | undefined }) {
  const t = useTranslations('filters')
  const { zone, preferredZone } = useZone()
  const style = useTimeStyle()
  const now = useNow(minuteMs)
  const offset = formatOffset(now, zone)
  const write = (instant: string | null, open: string) =>
    instant === null ? open : formatDateTime(Date.parse(instant), zone, style)
  return (
    <>
      {ranges?.map(({ from, to }) => (
        <p key={`${from}/${to}`} className="flex items-center gap-1.5 text-ink tabular-nums">
          <CalendarDays aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
          {t('times.range', { from: write(from, t('date.beginning')), to: write(to, t('date.openEnd')) })}
        </p>
      ))}
      <p>
        {t(zone === preferredZone ? 'date.zone' : 'date.otherZone', {
          zone: offset === zone ? nameZone(zone) : t('date.zoneOffset', { zone: nameZone(zone), offset }),
          own: nameZone(preferredZone),
        })}
      </p>
    </>
  )
}

const nameZone = (zone: string) => zone.replaceAll('_', ' ')

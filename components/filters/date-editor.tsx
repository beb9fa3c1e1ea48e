'use client'

import { CalendarDays } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { RangePicker } from '@/components/ui/dates/range-picker'
import { Segmented } from '@/components/ui/inputs/segmented'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { formatDateTime, formatDay } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/preferences/zone'
import type { InspectionPage } from '@/lib/inspections/schema'
import type { ListState } from './use-list-state'
import { useOneStep } from './use-one-step'

type TimeField = 'modified' | 'completedAt'

/** Filters by a range of time, of the last change or of the completion. */
export function DateEditor({
  state,
  resolved,
  errors,
}: {
  state: ListState
  /** The instants that the filters mean at this moment; undefined until the list has loaded. */
  resolved: InspectionPage['resolved'] | undefined
  errors: Readonly<Record<string, string>>
}) {
  const t = useTranslations('filters')
  const { params } = state
  const change = useOneStep(state)
  // People mean the day an inspection was completed, unless the filter says otherwise.
  const [field, setField] = useState<TimeField>(
    params.completedAt === undefined &&
      params['completedAt!'] === undefined &&
      (params.modified !== undefined || params['modified!'] !== undefined)
      ? 'modified'
      : 'completedAt',
  )
  const [isNegated, setNegated] = useState(params[`${field}!`] !== undefined && params[field] === undefined)
  const name = isNegated ? (`${field}!` as const) : field
  const values = params[name] ?? []
  const [value = ''] = values
  const set = (text: string | null) => change({ [name]: text === null || text.trim() === '' ? null : [text.trim()] })
  const { zone } = useZone()
  const error = errors[name]
  return (
    <div className="flex flex-col">
      <div className="flex gap-2 border-b border-line p-2">
        <Segmented
          label={t('date.field')}
          value={field}
          options={[
            { value: 'completedAt', label: t('names.completed') },
            { value: 'modified', label: t('names.modified') },
          ]}
          onChange={(next) => {
            setField(next)
            setNegated(params[`${next}!`] !== undefined && params[next] === undefined)
          }}
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
        />
      </div>
      <RangePicker
        value={values.length === 1 ? value : null}
        days={daysOf(isNegated ? undefined : resolved?.[field], zone)}
        zone={zone}
        error={error}
        note={
          <ResolvedTimes
            ranges={values.length === 0 || isNegated || error !== undefined ? undefined : resolved?.[field]}
          />
        }
        onChange={set}
      />
    </div>
  )
}

/** The days between two instants, for the calendar; undefined when one of them is open or there are several ranges. */
function daysOf(ranges: InspectionPage['resolved']['modified'] | undefined, zone: string) {
  const [range] = ranges ?? []
  if (range === undefined || ranges?.length !== 1 || range.from === null || range.to === null) return undefined
  // The end is the first instant that is not in the range.
  return { from: formatDay(Date.parse(range.from), zone), to: formatDay(Date.parse(range.to) - 1, zone) }
}

function ResolvedTimes({ ranges }: { ranges: InspectionPage['resolved']['modified'] | undefined }) {
  const t = useTranslations('filters')
  const { zone, preferredZone } = useZone()
  const style = useTimeStyle()
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
      {zone !== preferredZone && <p>{t('date.otherZone', { own: preferredZone.replaceAll('_', ' ') })}</p>}
    </>
  )
}

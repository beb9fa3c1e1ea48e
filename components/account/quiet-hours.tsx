'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Select } from '@/components/ui/inputs/select'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import type { QuietHours as Quiet } from '@/lib/inbox/schema'
import { formatTime } from '@/lib/time/time-format'

const firstQuiet: Quiet = { from: 22 * 60, to: 7 * 60, days: [0, 1, 2, 3, 4, 5, 6] }
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
const halfHours = Array.from({ length: 48 }, (_, at) => at * 30)
const minuteMs = 60_000

/** When a person wants no email. The inbox itself does not wait. Each change is saved at once. */
export function QuietHours({
  quiet,
  zone,
  onChange,
}: {
  quiet: Quiet | null
  zone: string
  onChange: (quiet: Quiet | null) => void
}) {
  const t = useTranslations('account.notices.quiet')
  const format = useFormatter()
  return (
    <fieldset className="mt-5 flex max-w-xl flex-col gap-3 border-t border-line pt-4">
      <legend className="sr-only">{t('title')}</legend>
      <label className="flex items-center gap-2 text-sm font-medium">
        <Checkbox checked={quiet !== null} onChange={(event) => onChange(event.target.checked ? firstQuiet : null)} />
        {t('title')}
      </label>
      {quiet !== null && (
        <>
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <span aria-hidden>{t('from')}</span>
            <MinuteSelect label={t('from')} value={quiet.from} onChange={(from) => onChange({ ...quiet, from })} />
            <span aria-hidden>{t('to')}</span>
            <MinuteSelect label={t('to')} value={quiet.to} onChange={(to) => onChange({ ...quiet, to })} />
          </div>
          <div className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
            {weekdays.map((day) => (
              <label key={day} className="flex items-center gap-1.5">
                <Checkbox
                  checked={quiet.days.includes(day)}
                  // At least one day stays selected, because without any day there would be no quiet hours.
                  disabled={quiet.days.length === 1 && quiet.days.includes(day)}
                  onChange={(event) =>
                    onChange({
                      ...quiet,
                      days: weekdays.filter((one) => (one === day ? event.target.checked : quiet.days.includes(one))),
                    })
                  }
                />
                {/* The first of January 2024 was a Monday. */}
                {format.dateTime(new Date(Date.UTC(2024, 0, day + 1, 12)), { weekday: 'short', timeZone: 'UTC' })}
              </label>
            ))}
          </div>
        </>
      )}
      <p className="text-xs text-ink-muted">{t('text', { zone: zone.replaceAll('_', ' ') })}</p>
    </fieldset>
  )
}

function MinuteSelect({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const style = useTimeStyle()
  const minutes = halfHours.includes(value) ? halfHours : [...halfHours, value].toSorted((a, b) => a - b)
  return (
    <Select
      label={label}
      value={String(value)}
      onChange={(next) => onChange(Number(next))}
      options={minutes.map((minute) => ({ value: String(minute), label: formatTime(minute * minuteMs, 'UTC', style) }))}
      className="max-w-28"
    />
  )
}

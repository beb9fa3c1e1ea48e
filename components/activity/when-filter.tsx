'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { inputClass } from '@/components/ui/field'
import { Popover } from '@/components/ui/popover'
import { classNames } from '@/lib/browser/class-names'
import { useZone } from '@/lib/browser/zone'
import type { Translator } from '@/lib/messages/translator'
import { FilterButton } from './filter-button'
import type { ActivityState } from './use-activity-state'

/** Ranges that move with the clock. */
const presets = [
  { name: 'today', from: 'now/d', to: 'now/d' },
  { name: 'yesterday', from: 'now-1d/d', to: 'now-1d/d' },
  { name: 'last7Days', from: 'now-7d/d', to: null },
  { name: 'last30Days', from: 'now-30d/d', to: null },
  { name: 'thisWeek', from: 'now/w', to: 'now/w' },
  { name: 'thisMonth', from: 'now/M', to: 'now/M' },
] as const

const isDay = (text: string | null) => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)

function describe(t: Translator<'activity.filters'>, from: string | null, to: string | null): string | null {
  if (from === null && to === null) return null
  const preset = presets.find((one) => one.from === from && one.to === to)
  if (preset !== undefined) return t(preset.name)
  if (from === to) return from
  if (from === null) return t('until', { day: to ?? '' })
  return to === null ? t('since', { day: from }) : t('range', { from, to })
}

/** Days, or a range of time that moves with the clock. */
export function WhenFilter({ state }: { state: ActivityState }) {
  const t = useTranslations('activity.filters')
  const { from, to, set } = state
  const [isOpen, setOpen] = useState(false)
  const { preferredZone } = useZone()
  const choose = (next: { from: string | null; to: string | null }) => set(next)
  return (
    <Popover
      trigger={<FilterButton label={t('when')} value={describe(t, from, to)} />}
      label={t('when')}
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      className="w-72"
    >
      <ul className="grid grid-cols-2 gap-px p-1">
        {presets.map((preset) => {
          const isOn = preset.from === from && preset.to === to
          return (
            <li key={preset.name}>
              <button
                type="button"
                aria-pressed={isOn}
                onClick={() => {
                  choose(isOn ? { from: null, to: null } : { from: preset.from, to: preset.to })
                  setOpen(false)
                }}
                className={classNames(
                  'flex h-8 w-full items-center gap-2 rounded-sm px-2 text-start text-sm hover:bg-raised',
                  isOn && 'bg-accent-soft font-medium text-accent-ink hover:bg-accent-soft',
                )}
              >
                <span className="flex-1">{t(preset.name)}</span>
                {isOn && <Check aria-hidden size={16} strokeWidth={2} />}
              </button>
            </li>
          )
        })}
      </ul>
      <div className="grid grid-cols-2 gap-2 border-t border-line px-3 pt-2 pb-3">
        <Day
          label={t('from')}
          value={isDay(from) ? from : null}
          onChange={(day) => choose({ from: day, to: isDay(to) ? to : null })}
        />
        <Day
          label={t('to')}
          value={isDay(to) ? to : null}
          onChange={(day) => choose({ from: isDay(from) ? from : null, to: day })}
        />
        <p className="col-span-2 text-xs text-ink-muted">{t('zone', { zone: preferredZone.replaceAll('_', ' ') })}</p>
      </div>
    </Popover>
  )
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | null
  onChange: (day: string | null) => void
}) {
  return (
    <label className="flex min-w-0 flex-col gap-1">
      <span className="text-xs text-ink-muted">{label}</span>
      <input
        type="date"
        value={value ?? ''}
        max="9999-12-31"
        // A half-typed date is empty: the range is kept until the date is complete.
        onChange={({ target }) =>
          target.value === '' && target.validity.badInput ? null : onChange(target.value === '' ? null : target.value)
        }
        className={classNames(inputClass, 'tabular-nums')}
      />
    </label>
  )
}

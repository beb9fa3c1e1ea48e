'use client'

import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { inputClass } from '@/components/ui/inputs/field'
import { Segmented } from '@/components/ui/inputs/segmented'
import { classNames } from '@/lib/browser/class-names'
import { useTypedText } from '@/lib/browser/typed-text'
import type { FilterName } from '@/lib/inspections/schema'
import { readRange, writeRange } from '@/components/ui/dates/ranges'
import { switches } from './filter-texts'
import type { ListState } from './use-list-state'
import { useOneStep } from './use-one-step'

const typingPauseMs = 400

/** The filters that are needed less often: ranges of numbers, and switches. */
export function MoreEditor({
  state,
  errors,
  onAuthor,
}: {
  state: ListState
  errors: Readonly<Record<string, string>>
  /** Opens the filter by author, which has a panel of its own. */
  onAuthor: () => void
}) {
  const t = useTranslations('filters')
  const change = useOneStep(state)
  const { params } = state
  return (
    <div className="flex flex-col gap-3 p-3">
      <button
        type="button"
        onClick={onAuthor}
        className="-mx-1 flex min-h-8 items-center gap-2 rounded-sm px-1 text-start text-sm hover:bg-raised"
      >
        <span className="flex-1">{t('names.author')}</span>
        <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="text-ink-muted" />
      </button>
      <RangeField
        label={t('more.score')}
        name="score"
        max={100}
        state={state}
        change={change}
        error={errors['score']}
      />
      <RangeField label={t('names.failed')} name="failed" state={state} change={change} error={errors['failed']} />
      <div className="flex flex-col gap-2 border-t border-line pt-3">
        {switches.map(({ name, choices }) => {
          if (name === 'review' || name === 'media') return null
          const label = t(`switches.${name}.label`)
          const values = params[name] ?? ['']
          const [value = ''] = values
          return (
            <div key={name} className="flex items-center justify-between gap-3">
              <span className="text-sm">{label}</span>
              <Segmented
                label={label}
                // An address can have several values, which is none of these options.
                value={values.length > 1 ? '-' : value}
                options={choices.map((choice) => ({ value: choice.value, label: t(choice.option) }))}
                onChange={(next: string) => change({ [name]: next === '' ? null : [next] })}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function RangeField({
  label,
  name,
  max,
  state,
  change,
  error,
}: {
  label: string
  name: FilterName & ('score' | 'failed')
  max?: number
  state: ListState
  change: ListState['change']
  error: string | undefined
}) {
  const t = useTranslations('filters.more')
  const set = (text: string) => change({ [name]: text === '' ? null : [text] })
  // Both fields are one text, so that neither overwrites what was just typed into the other.
  const typed = useTypedText(state.params[name]?.join(' ') ?? '', set, typingPauseMs)
  const range = readRange(typed.text)
  return (
    <fieldset className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <legend className="contents text-sm">{label}</legend>
        <span className="flex w-60 shrink-0 items-center gap-2">
          {(['from', 'to'] as const).map((side) => (
            <input
              key={side}
              type="number"
              inputMode="numeric"
              min={0}
              max={max}
              step={1}
              aria-label={t(`${side}Named`, { name: label })}
              aria-invalid={error !== undefined}
              placeholder={t(side)}
              value={side === 'from' ? range.from : range.to}
              onChange={(event) => typed.setText(writeRange({ ...range, [side]: event.target.value.trim() }) ?? '')}
              onKeyDown={(event) => {
                if (event.key === 'Enter') typed.flush()
              }}
              className={classNames(inputClass, 'tabular-nums')}
            />
          ))}
        </span>
      </div>
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
    </fieldset>
  )
}

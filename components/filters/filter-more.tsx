'use client'

import { useTranslations } from 'next-intl'
import { inputClass } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { classNames } from '@/lib/browser/class-names'
import { useTypedText } from '@/lib/browser/typed-text'
import type { FilterName } from '@/lib/inspections/schema'
import { readRange, writeRange } from './filter-ranges'
import { switches } from './filter-texts'
import type { ListState } from './use-list-state'
import { useOneStep } from './use-one-step'

const typingPauseMs = 400

/** The filters that are needed less often: ranges of numbers, and switches. */
export function MoreEditor({ state, errors }: { state: ListState; errors: Readonly<Record<string, string>> }) {
  const t = useTranslations('filters')
  const change = useOneStep(state)
  const { params } = state
  return (
    <div className="flex flex-col gap-3 p-3">
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
        <ReviewField state={state} change={change} />
        {switches.map(({ name, choices }) => {
          if (name === 'review') return null
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

/** Several states can be selected: inspections to check are unreviewed or changed since. */
function ReviewField({ state, change }: { state: ListState; change: ListState['change'] }) {
  const t = useTranslations('filters')
  const chosen = state.params.review ?? []
  const choices = switches.find(({ name }) => name === 'review')?.choices ?? []
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
    change({ review: next.length === 0 ? null : next })
  }
  return (
    <fieldset className="flex items-start justify-between gap-3">
      <legend className="contents text-sm">{t('switches.review.label')}</legend>
      <span className="flex w-60 shrink-0 flex-wrap gap-1">
        {choices
          .filter(({ value }) => value !== '')
          .map(({ value, option }) => (
            <button
              key={value}
              type="button"
              aria-pressed={chosen.includes(value)}
              onClick={() => toggle(value)}
              className="h-7 rounded border border-line px-2 text-sm text-ink-muted hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
            >
              {t(option)}
            </button>
          ))}
      </span>
    </fieldset>
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

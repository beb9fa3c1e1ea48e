'use client'

import { inputClass } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { classNames } from '@/lib/browser/class-names'
import { useTypedText } from '@/lib/browser/typed-text'
import type { FilterName } from '@/lib/inspections/schema'
import { readRange, writeRange } from './filter-ranges'
import { switches } from './filter-words'
import type { ListState } from './use-list-state'
import { useOneStep } from './use-one-step'

const typingPauseMs = 400

/** The filters that are not set every day: ranges of numbers, and what is or is not. */
export function MoreEditor({ state, errors }: { state: ListState; errors: Readonly<Record<string, string>> }) {
  const change = useOneStep(state)
  const { params } = state
  return (
    <div className="flex flex-col gap-3 p-3">
      <RangeField label="Score, %" name="score" max={100} state={state} change={change} error={errors['score']} />
      <RangeField label="Failed answers" name="failed" state={state} change={change} error={errors['failed']} />
      <div className="flex flex-col gap-2 border-t border-line pt-3">
        <ReviewField state={state} change={change} />
        {switches.map(({ name, label, choices }) => {
          if (name === 'review') return null
          const values = params[name] ?? ['']
          const [value = ''] = values
          return (
            <div key={name} className="flex items-center justify-between gap-3">
              <span className="text-sm">{label}</span>
              <Segmented
                label={label}
                // Several at once, as an address may say, are none of these.
                value={values.length > 1 ? '-' : value}
                options={choices.map((choice) => ({ value: choice.value, label: choice.option }))}
                onChange={(next: string) => change({ [name]: next === '' ? null : [next] })}
                className="w-60 shrink-0"
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Several at once make sense here: what needs a look is what is unreviewed or changed since. */
function ReviewField({ state, change }: { state: ListState; change: ListState['change'] }) {
  const chosen = state.params.review ?? []
  const choices = switches.find(({ name }) => name === 'review')?.choices ?? []
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
    change({ review: next.length === 0 ? null : next })
  }
  return (
    <fieldset className="flex items-start justify-between gap-3">
      <legend className="contents text-sm">Review</legend>
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
              {option}
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
  const set = (text: string) => change({ [name]: text === '' ? null : [text] })
  // Both fields are one text, so that neither writes over what was just typed into the other.
  const typed = useTypedText(state.params[name]?.join(' ') ?? '', set, typingPauseMs)
  const range = readRange(typed.text)
  return (
    <fieldset className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <legend className="contents text-sm">{label}</legend>
        <span className="flex w-60 shrink-0 items-center gap-2">
          {[
            { end: 'at least', side: 'from' },
            { end: 'at most', side: 'to' },
          ].map(({ end, side }) => (
            <input
              key={end}
              type="number"
              inputMode="numeric"
              min={0}
              max={max}
              step={1}
              aria-label={`${label}: ${end}`}
              aria-invalid={error !== undefined}
              placeholder={end}
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

'use client'

import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Radio } from '@/components/ui/inputs/radio'
import { switches } from './filter-texts'
import type { ListState } from './use-list-state'
import { useOneStep } from './use-one-step'

const rowClass = 'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm hover:bg-raised'

/** Several states can be selected: inspections to check are unreviewed or changed since. */
export function ReviewEditor({ state }: { state: ListState }) {
  const t = useTranslations('filters')
  const change = useOneStep(state)
  const chosen = state.params.review ?? []
  const choices = switches.find(({ name }) => name === 'review')?.choices ?? []
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
    change({ review: next.length === 0 ? null : next })
  }
  return (
    <fieldset className="p-1">
      <legend className="sr-only">{t('names.review')}</legend>
      {choices
        .filter(({ value }) => value !== '')
        .map(({ value, option }) => (
          <label key={value} className={rowClass}>
            <Checkbox checked={chosen.includes(value)} onChange={() => toggle(value)} />
            {t(option)}
          </label>
        ))}
    </fieldset>
  )
}

/** Inspections with media or without, or either. */
export function MediaEditor({ state }: { state: ListState }) {
  const t = useTranslations('filters')
  const change = useOneStep(state)
  const [value = ''] = state.params.media ?? []
  const choices = switches.find(({ name }) => name === 'media')?.choices ?? []
  return (
    <fieldset className="p-1">
      <legend className="sr-only">{t('names.media')}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={rowClass}>
          <Radio
            name="filter-media"
            checked={choice.value === value}
            onChange={() => change({ media: choice.value === '' ? null : [choice.value] })}
          />
          {t(choice.chip ?? choice.option)}
        </label>
      ))}
    </fieldset>
  )
}

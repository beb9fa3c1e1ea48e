'use client'

import { Combobox } from '@base-ui/react/combobox'
import { Check, Search } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Segmented } from '@/components/ui/inputs/segmented'
import { Spinner } from '@/components/ui/spinner'
import { describeError } from '@/lib/browser/describe-error'
import type { FacetName } from '@/lib/inspections/columns'
import { isNegatedFirst, readChoice, switchNegation, toggleValue, writeChoice } from './filter-picks'
import type { NameOf } from './filter-texts'
import type { ListState } from './use-list-state'
import { type FacetOption, useFacetOptions } from './use-facet-options'
import { useOneStep } from './use-one-step'

/** Includes or excludes values of one facet. Each value shows its number of inspections. */
export function FacetEditor({ facet, state, nameOf }: { facet: FacetName; state: ListState; nameOf: NameOf }) {
  const t = useTranslations('filters')
  const { params } = state
  const change = useOneStep(state)
  const [isNegated, setNegated] = useState(() => isNegatedFirst(params, facet))
  const choice = readChoice(params, facet, isNegated)
  // The selected values stay at the top while the panel is open, so that nothing jumps.
  const [first] = useState(choice.values)
  const [find, setFind] = useState('')
  const { options, distinct, isFetching, error } = useFacetOptions({ facet, state, find, first, nameOf })
  const isChosen = ({ value }: FacetOption) => (value === null ? choice.hasNone : choice.values.includes(value))
  return (
    <Combobox.Root
      inline
      open
      multiple
      autoHighlight
      items={options}
      filter={null}
      inputValue={find}
      onInputValueChange={setFind}
      value={options.filter(isChosen)}
      itemToStringLabel={(option: FacetOption) => option.label}
      isItemEqualToValue={(option: FacetOption, other: FacetOption) => option.value === other.value}
      onValueChange={(next: FacetOption[]) => {
        const toggled = options.find((option) => isChosen(option) !== next.some(({ value }) => value === option.value))
        if (toggled !== undefined)
          change(writeChoice(params, facet, isNegated, toggleValue(choice, toggled.value, isNegated)))
      }}
    >
      <div className="flex items-center gap-2 border-b border-line pe-1 ps-3">
        {isFetching ? <Spinner /> : <Search aria-hidden size={16} strokeWidth={1.75} className="text-ink-muted" />}
        <Combobox.Input
          aria-label={t(`facet.find.${facet}`)}
          placeholder={t(`facet.find.${facet}`)}
          className="h-9 w-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-ink-muted"
        />
        <Segmented
          label={t('facet.isOrIsNot', { name: t(`names.${facet}`) })}
          value={isNegated ? 'not' : 'is'}
          options={[
            { value: 'is', label: t('negation.is') },
            { value: 'not', label: t('negation.isNot') },
          ]}
          onChange={(next) => {
            setNegated(next === 'not')
            if (choice.values.length > 0 || choice.hasNone) change(switchNegation(params, facet, next === 'not'))
          }}
          className="w-28 shrink-0"
        />
      </div>
      <Combobox.Empty className="text-sm text-ink-muted">
        <span className="block px-3 py-4">
          {error !== null ? describeError(error).message : t(isFetching ? 'facet.loading' : 'facet.noMatch')}
        </span>
      </Combobox.Empty>
      <Combobox.List className="max-h-[min(22rem,calc(var(--available-height,100dvh)-6rem))] scroll-py-1 overflow-y-auto p-1 outline-none empty:hidden">
        {(option: FacetOption) => <OptionItem key={option.value ?? '\u0000'} option={option} />}
      </Combobox.List>
      <Foot
        moreCount={distinct - options.length}
        isFinding={find !== ''}
        chosenCount={choice.values.length + (choice.hasNone ? 1 : 0)}
        onClear={() => change(writeChoice(params, facet, isNegated, { values: [], hasNone: false }))}
      />
    </Combobox.Root>
  )
}

function OptionItem({ option }: { option: FacetOption }) {
  const format = useFormatter()
  return (
    <Combobox.Item
      value={option}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm select-none data-highlighted:bg-raised"
    >
      <span className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong in-data-selected:border-accent in-data-selected:bg-accent in-data-selected:text-accent-on">
        <Combobox.ItemIndicator>
          <Check aria-hidden size={14} strokeWidth={2.5} />
        </Combobox.ItemIndicator>
      </span>
      <span className={option.value === null ? 'flex-1 truncate text-ink-muted' : 'flex-1 truncate'}>
        {option.label}
      </span>
      {option.count !== null && (
        <span className="shrink-0 text-xs text-ink-muted tabular-nums">{format.number(option.count)}</span>
      )}
    </Combobox.Item>
  )
}

/** The number of values that are not listed, and the button that clears the selection. */
function Foot({
  moreCount,
  isFinding,
  chosenCount,
  onClear,
}: {
  moreCount: number
  isFinding: boolean
  chosenCount: number
  onClear: () => void
}) {
  const t = useTranslations('filters.facet')
  if (moreCount <= 0 && chosenCount === 0) return null
  return (
    <div className="flex min-h-9 items-center justify-between gap-2 border-t border-line px-3 text-xs text-ink-muted">
      <span>{!isFinding && moreCount > 0 ? t('more', { count: moreCount }) : ''}</span>
      {chosenCount > 0 && (
        <button
          type="button"
          onClick={onClear}
          className="rounded-sm px-1 py-0.5 text-ink underline-offset-2 hover:underline"
        >
          {t('actions.clear', { count: chosenCount })}
        </button>
      )}
    </div>
  )
}

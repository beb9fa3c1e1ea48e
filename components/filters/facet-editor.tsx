'use client'

import { Combobox } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { Check, Search } from 'lucide-react'
import { useState } from 'react'
import { startsWords } from '@/components/ui/picker'
import { Segmented } from '@/components/ui/segmented'
import { Spinner } from '@/components/ui/spinner'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { useSettled } from '@/lib/browser/typed-text'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { FacetName, FacetValue } from '@/lib/inspections/schema'
import { isNegatedFirst, readChoice, switchNegation, toggleValue, writeChoice } from './filter-picks'
import { kindLabels, type NameOf } from './filter-words'
import type { ListState } from './use-list-state'
import { useOneStep } from './use-one-step'

interface Option {
  /** Null: has none. */
  value: string | null
  label: string
  /** Null while it is not known. */
  count: number | null
}

const findPauseMs = 150
const noneWords: Readonly<Record<FacetName, string>> = {
  template: 'Without a template',
  site: 'Without a site',
  author: 'Without an author',
  result: 'Not read yet',
}
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Chooses values of one dimension, with how many each would leave, and whether they are asked for or left out. */
export function FacetEditor({ facet, state, nameOf }: { facet: FacetName; state: ListState; nameOf: NameOf }) {
  const { params } = state
  const change = useOneStep(state)
  const [isNegated, setNegated] = useState(() => isNegatedFirst(params, facet))
  const choice = readChoice(params, facet, isNegated)
  // What is chosen stays at the top while the panel is open, and nothing jumps when another is chosen.
  const [first] = useState(choice.values)
  const [find, setFind] = useState('')
  const { options, distinct, isFetching, error } = useOptions({ facet, state, find, first, nameOf })
  const isChosen = ({ value }: Option) => (value === null ? choice.hasNone : choice.values.includes(value))
  const label = kindLabels[facet].toLowerCase()
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
      itemToStringLabel={(option: Option) => option.label}
      isItemEqualToValue={(option: Option, other: Option) => option.value === other.value}
      onValueChange={(next: Option[]) => {
        const toggled = options.find((option) => isChosen(option) !== next.some(({ value }) => value === option.value))
        if (toggled !== undefined)
          change(writeChoice(params, facet, isNegated, toggleValue(choice, toggled.value, isNegated)))
      }}
    >
      <div className="flex items-center gap-2 border-b border-line pr-1 pl-3">
        {isFetching ? <Spinner /> : <Search aria-hidden size={16} strokeWidth={1.75} className="text-ink-muted" />}
        <Combobox.Input
          aria-label={`Find: ${label}`}
          placeholder={facet === 'author' ? 'Find an author' : `Find a ${label}`}
          className="h-9 w-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-ink-muted"
        />
        <Segmented
          label={`${kindLabels[facet]} is or is not`}
          value={isNegated ? 'not' : 'is'}
          options={[
            { value: 'is', label: 'is' },
            { value: 'not', label: 'is not' },
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
          {error !== null
            ? describeError(error).message
            : isFetching
              ? 'Reading what there is.'
              : `No ${label} begins so.`}
        </span>
      </Combobox.Empty>
      <Combobox.List className="max-h-[min(22rem,calc(var(--available-height,100dvh)-6rem))] scroll-py-1 overflow-y-auto p-1 outline-none empty:hidden">
        {(option: Option) => (
          <Combobox.Item
            key={option.value ?? '\u0000'}
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
              <span className="shrink-0 text-xs text-ink-muted tabular-nums">{formatCount(option.count)}</span>
            )}
          </Combobox.Item>
        )}
      </Combobox.List>
      {(distinct > options.length || choice.values.length > 0 || choice.hasNone) && (
        <div className="flex min-h-9 items-center justify-between gap-2 border-t border-line px-3 text-xs text-ink-muted">
          <span>
            {find === '' && distinct > options.length
              ? `${formatCount(distinct - options.length)} more: type to find them`
              : ''}
          </span>
          {(choice.values.length > 0 || choice.hasNone) && (
            <button
              type="button"
              onClick={() => change(writeChoice(params, facet, isNegated, { values: [], hasNone: false }))}
              className="rounded-sm px-1 py-0.5 text-ink underline-offset-2 hover:underline"
            >
              Clear {formatCount(choice.values.length + (choice.hasNone ? 1 : 0))} chosen
            </button>
          )}
        </div>
      )}
    </Combobox.Root>
  )
}

/** What can be chosen: the counted values of the list, those that were chosen first; or what the server finds. */
function useOptions({
  facet,
  state,
  find,
  first,
  nameOf,
}: {
  facet: FacetName
  state: ListState
  find: string
  first: readonly string[]
  nameOf: NameOf
}) {
  const counts = useQuery(inspectionQueries.counts(state.params))
  const counted = counts.data?.facets?.[facet]
  const values = counted?.values ?? []
  const distinct = counted?.distinct ?? 0
  const asked = useSettled(find.trim(), findPauseMs)
  const isServerAsked = asked !== '' && distinct > values.length
  const found = useQuery({ ...inspectionQueries.facetValues(state.params, facet, asked), enabled: isServerAsked })
  const toOption = ({ value, label, count }: FacetValue): Option => {
    if (value !== null) {
      // The names of results are the console's own.
      const words = facet === 'result' ? nameOf(facet, value) : (label ?? nameOf(facet, value))
      return { value, count, label: facet === 'result' ? capitalize(words) : words }
    }
    return { value, count, label: noneWords[facet] }
  }
  const chosenFirst = first.map((value): Option => ({
    value,
    label: facet === 'result' ? capitalize(nameOf(facet, value)) : nameOf(facet, value),
    // Not among the most frequent: unknown. Otherwise nothing is left of it.
    count: values.find((other) => other.value === value)?.count ?? (distinct > values.length ? null : 0),
  }))
  const others = (isServerAsked ? (found.data?.values ?? []) : values)
    .map(toOption)
    .filter(({ value }) => value === null || !first.includes(value))
  const all = [...chosenFirst, ...others]
  const isSearching = isServerAsked && (found.isPending || asked !== find.trim())
  const matching = find.trim() === '' ? all : all.filter(({ label }) => startsWords(label, find))
  return {
    // The server folds and compares in its own way: what it found is not sifted again.
    options:
      isServerAsked && !isSearching
        ? [...chosenFirst.filter((option) => matching.includes(option)), ...others]
        : matching,
    distinct,
    isFetching: (counts.isPending && counted === undefined) || isSearching,
    error: counted === undefined ? counts.error : isServerAsked ? found.error : null,
  }
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { startsWords } from '@/components/ui/inputs/picker-option'
import { useSettled } from '@/lib/browser/typed-text'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { FacetName } from '@/lib/inspections/columns'
import type { FacetValue } from '@/lib/inspections/schema'
import type { NameOf } from './filter-texts'
import type { ListState } from './use-list-state'

export interface FacetOption {
  /** Null: has none. */
  value: string | null
  label: string
  /** Null while it is not known. */
  count: number | null
}

const findPauseMs = 150

/** The options of a facet: the counted values with the selected ones first, or the matches that the server finds. */
export function useFacetOptions({
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
  const t = useTranslations('filters.none')
  const counts = useQuery(inspectionQueries.counts(state.counted))
  const counted = counts.data?.facets?.[facet]
  const values = counted?.values ?? []
  const distinct = counted?.distinct ?? 0
  const asked = useSettled(find.trim(), findPauseMs)
  const isServerAsked = asked !== '' && distinct > values.length
  const found = useQuery({ ...inspectionQueries.facetValues(state.counted, facet, asked), enabled: isServerAsked })
  const countOf = (count: number | null) => (state.hidesCounts === true ? null : count)
  const toOption = ({ value, label, count: known }: FacetValue): FacetOption => {
    const count = countOf(known)
    if (value !== null) {
      // The label of a result is its code.
      const text = facet === 'result' ? nameOf(facet, value) : (label ?? nameOf(facet, value))
      return { value, count, label: text }
    }
    return { value, count, label: t(facet) }
  }
  const chosenFirst = first.map((value): FacetOption => ({
    value,
    label: nameOf(facet, value),
    // The count of a value that is not listed is unknown. It is 0 if all values are listed.
    count: countOf(values.find((other) => other.value === value)?.count ?? (distinct > values.length ? null : 0)),
  }))
  const others = (isServerAsked ? (found.data?.values ?? []) : values)
    .map(toOption)
    .filter(({ value }) => value === null || !first.includes(value))
  const all = [...chosenFirst, ...others]
  const isSearching = isServerAsked && (found.isPending || asked !== find.trim())
  const matching = find.trim() === '' ? all : all.filter(({ label }) => startsWords(label, find))
  return {
    // The server compares in its own way, so its matches are not filtered again.
    options:
      isServerAsked && !isSearching
        ? [...chosenFirst.filter((option) => matching.includes(option)), ...others]
        : matching,
    distinct,
    isFetching: (counts.isPending && counted === undefined) || isSearching,
    error: counted === undefined ? counts.error : isServerAsked ? found.error : null,
  }
}

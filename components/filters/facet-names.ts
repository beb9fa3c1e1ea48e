'use client'

import { useQuery } from '@tanstack/react-query'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { Facets, ListParams } from '@/lib/inspections/schema'
import { type NameOf, resultWords } from './filter-words'

/** Names of the values that filters have: only templates differ from what the parameter says. */
export function useFacetNames(params: ListParams, facets: Facets | null): NameOf {
  const known = new Map(facets?.template.values.map(({ value, label }) => [value, label]))
  const chosen = [...(params.template ?? []), ...(params['template!'] ?? [])]
  const isMissing = chosen.some((id) => id !== '*' && !known.has(id))
  const { data } = useQuery({ ...inspectionQueries.templates(), enabled: isMissing })
  return (facet, value) => {
    if (facet === 'result') return resultWords[value] ?? value
    if (facet !== 'template') return value
    return known.get(value) ?? data?.templates.find((option) => option.templateId === value)?.name ?? value
  }
}

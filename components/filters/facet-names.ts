'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { Facets, InspectionResult, ListParams } from '@/lib/inspections/schema'
import type { NameOf } from './filter-texts'

const results: readonly string[] = ['failed', 'passed', 'in-progress'] satisfies InspectionResult[]
export const isResult = (value: string): value is InspectionResult => results.includes(value)

/** Names the values of facets: templates have ids and results have codes, all others are their own names. */
export function useFacetNames(params: ListParams, facets: Facets | null): NameOf {
  const t = useTranslations('filters.results')
  const known = new Map(facets?.template.values.map(({ value, label }) => [value, label]))
  const chosen = [...(params.template ?? []), ...(params['template!'] ?? [])]
  const isMissing = chosen.some((id) => id !== '*' && !known.has(id))
  const { data } = useQuery({ ...inspectionQueries.templates(), enabled: isMissing })
  // Each filter has as many questions as one request can name.
  const failed = useQuestions(params.failedQuestion ?? [])
  const answered = useQuestions(params.answeredQuestion ?? [])
  const assets = useQuery({ ...inspectionQueries.assets(params.asset ?? []), enabled: params.asset !== undefined })
  return (facet, value) => {
    if (facet === 'asset') return assets.data?.assets.find(({ ref }) => ref === value)?.label ?? value
    if (facet === 'failedQuestion' || facet === 'answeredQuestion')
      return (facet === 'failedQuestion' ? failed : answered)?.find(({ key }) => key === value)?.label ?? value
    if (facet === 'result') return isResult(value) ? t(value) : value
    if (facet !== 'template') return value
    return known.get(value) ?? data?.templates.find((option) => option.templateId === value)?.name ?? value
  }
}

function useQuestions(keys: readonly string[]) {
  const { data } = useQuery({ ...inspectionQueries.questions(keys), enabled: keys.length > 0 })
  return data?.questions
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { api } from '@/lib/browser/api'
import { type LateSchema, lateSchemas } from '@/lib/browser/late/late-schemas'
import { pollMs } from '@/lib/browser/live/state'
import type { ListParams } from '@/lib/inspections/schema'
import type { Comparison, RepeatPlace, TrendUnit } from './schema'

const schema = lateSchemas(() => import('./schema'))

/** What an insight counts: the filters of the list, and what its period is compared with. */
export interface InsightAsked {
  params: ListParams
  compare: Comparison
}

function insight<Shape extends z.ZodType>(
  name: string,
  shape: LateSchema<Shape>,
  { params, compare }: InsightAsked,
  more: Readonly<Record<string, string>> = {},
) {
  const asked = { ...params, compare, ...more }
  return queryOptions({
    queryKey: ['insights', name, asked] as const,
    queryFn: ({ signal }) => api.get(`/api/insights/${name}`, asked, shape, signal),
    placeholderData: keepPreviousData,
    refetchInterval: () => pollMs(60_000),
  })
}

export const insightQueries = {
  questions: (asked: InsightAsked) => insight('questions', schema('questionInsight'), asked),
  sites: (asked: InsightAsked) => insight('sites', schema('siteInsight'), asked),
  /** `unit` null: the server chooses a unit that fits the period. */
  trend: (asked: InsightAsked, unit: TrendUnit | null) =>
    insight('trend', schema('trendInsight'), asked, unit === null ? {} : { unit }),
  authors: (asked: InsightAsked) => insight('authors', schema('authorInsight'), asked),
  repeats: (asked: InsightAsked, { at, times }: { at: RepeatPlace; times: number }) =>
    insight('repeats', schema('repeatInsight'), asked, { at, times: String(times) }),
  reviews: (asked: InsightAsked) => insight('reviews', schema('reviewInsight'), asked),
}

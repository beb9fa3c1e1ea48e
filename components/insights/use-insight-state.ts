'use client'

import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useListState, type ListState } from '@/components/filters/use-list-state'
import { useZone } from '@/lib/browser/preferences/zone'
import { insightParams } from '@/lib/insights/model'
import type { InsightAsked } from '@/lib/insights/queries'
import type { Comparison, TrendUnit } from '@/lib/insights/schema'
import { comparisons, trendUnits } from '@/lib/insights/values-model'

const unitChoices = ['auto', ...trendUnits] as const

export interface InsightState {
  list: ListState
  /** The filters, the period and the zone in which days begin. All numbers are based on them. */
  asked: InsightAsked
  range: string
  zone: string
  setRange: (range: string | null) => void
  setCompare: (compare: Comparison) => void
  unit: 'auto' | TrendUnit
  setUnit: (unit: 'auto' | TrendUnit) => void
}

/** The filters of the list, the period, its comparison and the unit of the trend. All of it is in the address. */
export function useInsightState(): InsightState {
  const list = useListState()
  const { zone: preferred } = useZone()
  const [compare, setCompare] = useQueryState('compare', parseAsStringLiteral(comparisons).withDefault('previous'))
  const [unit, setUnit] = useQueryState('unit', parseAsStringLiteral(unitChoices).withDefault('auto'))
  const zone = list.params.tz?.[0] ?? preferred
  const params = { ...insightParams(list.params), tz: [zone] }
  return {
    list: { ...list, counted: params },
    asked: { params, compare },
    range: params.completedAt?.[0] ?? '',
    zone,
    setRange: (range) => list.change({ completedAt: range === null ? null : [range] }),
    setCompare: (next) => void setCompare(next),
    unit,
    setUnit: (next) => void setUnit(next),
  }
}

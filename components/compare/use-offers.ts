'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { InspectionRow, ListParams } from '@/lib/inspections/schema'

/** The inspection that the offers should be similar to. */
export interface Near {
  auditId: string
  templateId: string | null
  templateName: string | null
  siteName: string | null
}

const nearMax = 5
const othersMax = 20

/** Inspections to choose from. */
export interface Offers {
  /** Inspections of the same site, which `others` does not repeat. */
  near: readonly InspectionRow[]
  others: readonly InspectionRow[]
  /** More inspections match than are listed. */
  isCut: boolean
  /** How many match; null when they are not counted. */
  total: number | null
  isLoading: boolean
  isFetching: boolean
  error: Error | null
  retry: () => void
}

/**
 * Finds inspections to compare with: those of the template of `near`, unless any template is allowed.
 * @param asked `typed` is the search text; empty for all
 * @param exclude ids that are not offered
 */
export function useOffers(
  near: Near | null,
  asked: { typed: string; isAnyTemplate: boolean },
  exclude: readonly string[],
): Offers {
  const templateId = near?.templateId ?? null
  const params: ListParams = {
    ...(templateId === null || asked.isAnyTemplate ? {} : { template: [templateId] }),
    ...(asked.typed === '' ? {} : { q: [asked.typed] }),
  }
  const siteName = near?.siteName ?? null
  const sameSite = useInfiniteQuery({
    ...inspectionQueries.list({ ...params, site: [siteName ?? ''] }),
    enabled: siteName !== null,
  })
  const any = useInfiniteQuery(inspectionQueries.list(params))
  const isOffered = (row: InspectionRow) => !exclude.includes(row.auditId)
  const nearRows = siteName === null ? [] : (sameSite.data?.pages[0]?.rows ?? []).filter(isOffered).slice(0, nearMax)
  const nearIds = new Set(nearRows.map(({ auditId }) => auditId))
  const others = (any.data?.pages[0]?.rows ?? []).filter((row) => isOffered(row) && !nearIds.has(row.auditId))
  return {
    near: nearRows,
    others: others.slice(0, othersMax),
    isCut: others.length > othersMax,
    total: any.data?.pages[0]?.total ?? null,
    isLoading: any.data === undefined,
    isFetching: any.isFetching,
    error: any.error,
    retry: () => void any.refetch(),
  }
}

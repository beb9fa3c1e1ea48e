import type { ListParams } from '@/lib/inspections/schema'
import { defaultRange } from './values-model'

/**
 * Invariant: each number of an insight counts what one of these lists shows. The handlers count with the same parameters,
 * and the screen links to them.
 */

/** The parameters of the inspections that insights count: completed in the period, with the filters of the list. */
export function insightParams(params: ListParams): ListParams {
  const { sort: _, completedAt, ...filters } = params
  return { ...filters, completedAt: [completedAt?.[0] ?? defaultRange] }
}

/** The same parameters for another period. */
export const inRange = (period: ListParams, range: string): ListParams => ({ ...period, completedAt: [range] })

type Name = 'template' | 'site' | 'author'

/** The inspections with one value of a filter; null: inspections without a value. */
export function withValue(period: ListParams, name: Name, value: string | null): ListParams {
  if (value !== null) return { ...period, [name]: [value] }
  const { [name]: _, ...others } = period
  return { ...others, [`${name}!`]: ['*'] }
}

/** The inspections of a template at one site, or those that name one asset. */
export function repeatOf(
  period: ListParams,
  { templateId, site, asset }: { templateId: string | null; site: string | null; asset: { ref: string } | null },
): ListParams {
  const list = withValue(period, 'template', templateId)
  return asset === null ? withValue(list, 'site', site) : { ...list, asset: [asset.ref] }
}

export const failedOf = (period: ListParams): ListParams => ({ ...period, result: ['failed'] })
export const questionOf = (period: ListParams, value: string): ListParams => ({ ...period, failedQuestion: [value] })
export const answeredOf = (period: ListParams, value: string): ListParams => ({ ...period, answeredQuestion: [value] })
/** The inspections that have a score and so count for the average. */
export const scoredOf = (period: ListParams): ListParams => ({ score: ['*'], ...period })

/** The lists of the insight about reviews. A filter by review is left out, because the insight counts reviews. */
export function reviewLists(period: ListParams) {
  const { review: _, 'review!': _not, ...rest } = period
  const failed = failedOf(rest)
  return {
    failed,
    reviewed: { ...failed, review: ['reviewed'] },
    followUps: { ...failed, review: ['follow-up'] },
    unreviewed: { ...failed, review: ['unreviewed'] },
  } satisfies Record<string, ListParams>
}

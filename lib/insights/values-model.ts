// Apart from the schemas, so that a page has them without loading zod.

/** The default period of insights. */
export const defaultRange = 'now-90d/d..now'

/** What a period is compared with: the period of equal length before it, the same days a year before, or nothing. */
export const comparisons = ['previous', 'year', 'none'] as const

export const trendUnits = ['day', 'week', 'month'] as const

export const repeatsMin = 3

// Apart from the schemas, so that a page has them without loading zod.

export const defaultPeriod = 'now-30d/d..now'

export const reviewsOfFirstSteps = 5

// Apart from the schemas, so that a page has them without loading zod.

/** `pending`: in progress. `unknown`: sent, but the response was lost; the console rechecks with the service. */
export const activityOutcomes = ['pending', 'done', 'failed', 'unknown'] as const

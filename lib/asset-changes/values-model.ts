// Apart from the schemas, so that a page has them without loading zod.

/** The most assets of one change. */
export const changeAssetsMax = 5_000

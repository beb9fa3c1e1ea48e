// Apart from the schemas, so that a page has it without loading zod.

/** The maximum number of response sets that SafetyCulture lists. It has no further pages. */
export const listedMax = 1_000

// Apart from the schemas, so that a page has them without loading zod.

/** The service accepts at most this number of statuses in a group. */
export const optionsMax = 10

/** The service documents no limits for texts. These limits refuse a whole page that was pasted by mistake. */
export const nameCharsMax = 200

export const descriptionCharsMax = 2_000

// Apart from the schemas, so that a page has them without loading zod.

export const pageSize = 50

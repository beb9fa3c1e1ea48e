// Apart from the schemas, so that a page has them without loading zod.

/** `jsonl` for JSON Lines, `csv`, or `xlsx` for an Excel file. */
export const openFormats = ['jsonl', 'csv', 'xlsx'] as const

export const openTables = ['inspections', 'answers', 'assets', 'users'] as const

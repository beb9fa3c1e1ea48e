// Apart from the schemas, so that a page has them without loading zod.

/** What a notice is about. */
export const noticeKinds = ['mention', 'assignment', 'due', 'rule', 'import', 'export', 'conflict', 'trouble'] as const

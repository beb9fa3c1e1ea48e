// Apart from the schemas, so that a page has them without loading zod.

/** What a notice is about. */
export const noticeKinds = ['mention', 'assignment', 'due', 'rule', 'import', 'export', 'conflict', 'trouble'] as const

/** `inbox`: notices that are not archived. `unread`: those that are unread. `archived`: archived notices. */
export const inboxLists = ['inbox', 'unread', 'archived'] as const

/** The maximum number of notices that one request may change by their ids. */
export const marksMax = 500

export const emailChoices = ['off', 'now', 'hourly', 'daily', 'weekly'] as const

import * as z from 'zod'

/** Notices for one person: what happened, and where to act. They are stored on the server, so that every screen agrees. */

const instant = z.iso.datetime({ offset: true })

export const noticeKinds = ['mention', 'assignment', 'due', 'rule', 'import', 'export', 'conflict', 'trouble'] as const
export const noticeKind = z.enum(noticeKinds)
export type NoticeKind = z.infer<typeof noticeKind>

/** What a notice opens. */
export const targetKinds = [
  'inspection',
  'asset',
  'follow-ups',
  'import',
  'export',
  'asset-change',
  'proposals',
  'rules',
  'outgoing',
  'export-schedules',
  'system',
] as const
export type TargetKind = (typeof targetKinds)[number]

export const notice = z.object({
  noticeId: z.uuid(),
  /** A kind that this version does not know is shown as well. */
  kind: z.string(),
  at: instant,
  text: z.string(),
  detail: z.string().nullable(),
  target: z.object({ kind: z.string(), id: z.string().nullable() }).nullable(),
  isRead: z.boolean(),
  isArchived: z.boolean(),
})
export type Notice = z.infer<typeof notice>

export const inboxLists = ['inbox', 'unread', 'archived'] as const
export const inboxList = z.enum(inboxLists)
export type InboxList = z.infer<typeof inboxList>

/** Query of GET /api/inbox. */
export const inboxQuery = z.object({ list: inboxList.default('inbox'), after: z.string().max(200).optional() })

/** Its answer: newest first. */
export const inboxPage = z.object({
  notices: z.array(notice),
  unread: z.number().int(),
  after: z.string().nullable(),
})
export type InboxPage = z.infer<typeof inboxPage>

/** Answer of GET /api/inbox/count. */
export const inboxCount = z.object({ unread: z.number().int() })

/** Notices that one request may change by their ids. */
export const marksMax = 500
export const noticeStates = ['read', 'unread', 'archived', 'listed'] as const
export type NoticeState = (typeof noticeStates)[number]

/** Body of POST /api/inbox/marks: these notices, or all that are listed up to a time. */
export const noticeMarks = z.union([
  z.strictObject({ noticeIds: z.array(z.uuid()).min(1).max(marksMax), state: z.enum(noticeStates) }),
  z.strictObject({ until: instant, state: z.enum(['read', 'archived']) }),
])
export type NoticeMarks = z.infer<typeof noticeMarks>

/** Its answer: the notices that changed, so that an undo changes only these. */
export const noticesMarked = z.object({ noticeIds: z.array(z.uuid()) })
export type NoticesMarked = z.infer<typeof noticesMarked>

export const emailChoices = ['off', 'now', 'daily'] as const
export const noticeChoice = z.object({ kind: noticeKind, inInbox: z.boolean(), email: z.enum(emailChoices) })
export type NoticeChoice = z.infer<typeof noticeChoice>

/** Answer of GET and PUT /api/inbox/choices: one choice for each kind that the person can get. */
export const noticeChoices = z.object({
  choices: z.array(noticeChoice),
  /** Whether this console can send email. */
  canEmail: z.boolean(),
})
export type NoticeChoices = z.infer<typeof noticeChoices>

import * as z from 'zod'
import { serverText } from '@/lib/server-text'
import { emailChoices, inboxLists, marksMax, noticeKinds } from './values-model'

/** Notices for one person: what happened, and where to act. They are stored on the server, so that every screen agrees. */

const instant = z.iso.datetime({ offset: true })

/** What a notice is about. */
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
  /** Notices of a kind that this version does not know are shown too. */
  kind: z.string(),
  at: instant,
  text: z.string(),
  detail: z.string().nullable(),
  target: z.object({ kind: z.string(), id: z.string().nullable() }).nullable(),
  isRead: z.boolean(),
  isArchived: z.boolean(),
})
export type Notice = z.infer<typeof notice>

export const inboxList = z.enum(inboxLists)
export type InboxList = z.infer<typeof inboxList>

/** Query of GET /api/inbox. */
export const inboxQuery = z.object({
  list: inboxList.default('inbox'),
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(200).optional(),
})

/** Response: notices, newest first. */
export const inboxPage = z.object({
  notices: z.array(notice),
  unread: z.number().int(),
  after: z.string().nullable(),
})
export type InboxPage = z.infer<typeof inboxPage>

/** Response of GET /api/inbox/count. */
export const inboxCount = z.object({
  unread: z.number().int(),
  /** Whether the person has quiet hours now. */
  isQuiet: z.boolean(),
})
export type InboxCount = z.infer<typeof inboxCount>

export const noticeStates = ['read', 'unread', 'archived', 'listed'] as const
export type NoticeState = (typeof noticeStates)[number]

/** Body of POST /api/inbox/marks: marks these notices, or all listed notices up to a time. */
export const noticeMarks = z.union([
  z.strictObject({
    /** IDs of the notices. */
    noticeIds: z.array(z.uuid()).min(1).max(marksMax),
    /** The new state. `listed`: back from the archive. */
    state: z.enum(noticeStates),
  }),
  z.strictObject({
    /** Notices up to this time are marked. */
    until: instant,
    /** The new state. */
    state: z.enum(['read', 'archived']),
  }),
])
export type NoticeMarks = z.infer<typeof noticeMarks>

/** Response: the notices that changed, so that an undo changes only these. */
export const noticesMarked = z.object({ noticeIds: z.array(z.uuid()) })
export type NoticesMarked = z.infer<typeof noticesMarked>

export type EmailChoice = (typeof emailChoices)[number]
/** How a person gets notices of one kind. */
export const noticeChoice = z.object({
  kind: noticeKind,
  /** Whether these notices are in the inbox. */
  inInbox: z.boolean(),
  /** `now`: an email for each notice. `hourly`, `daily`, `weekly`: one email with all new notices. `off`: no emails. */
  email: z.enum(emailChoices),
})
export type NoticeChoice = z.infer<typeof noticeChoice>

const quarter = z.number().int().min(0).max(1_425).multipleOf(15)
/** When a person wants no email, in their time zone. If `to` is not after `from`, quiet hours end on the next day. */
const quietFields = z.object({
  /** Start in minutes since midnight, in steps of 15. */
  from: quarter,
  /** End in minutes since midnight, in steps of 15. */
  to: quarter,
  /** The days on which quiet hours begin; 0 is Monday. */
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
})
export type QuietHours = z.infer<typeof quietFields>
export const quietHours = quietFields.refine(
  ({ from, to, days }) => from !== to || new Set(days).size < 7,
  serverText('inbox.quietAlways'),
)

/** Body of PUT /api/inbox/quiet. */
export const quietChoice = z.object({
  /** Null: no quiet hours. */
  quiet: quietHours.nullable(),
})

/**
 * Response of GET and PUT /api/inbox/choices and of PUT /api/inbox/quiet: one choice for each kind that the person can
 * receive.
 */
export const noticeChoices = z.object({
  choices: z.array(noticeChoice),
  /** Null: no quiet hours. */
  quiet: quietFields.nullable(),
  /** The zone of digests and quiet hours. */
  zone: z.string(),
  /** Whether this console can send email. */
  canEmail: z.boolean(),
})
export type NoticeChoices = z.infer<typeof noticeChoices>

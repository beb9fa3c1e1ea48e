import * as z from 'zod'
import { auditId } from '@/lib/ids'
import { isTimeZone } from '@/lib/time/time-format'
import { inspectionRow, keptInstant, listParams, type ListParams, type ReviewFilter } from '@/lib/inspections/schema'
import { serverText } from '@/lib/server-text'

/** Reviews are the console's own: the service neither knows nor sees them. */

const instant = z.iso.datetime({ offset: true })
const noteCharsMax = 4_000

/** What a person can say of an inspection; `unreviewed` takes it back. */
export const reviewStates = ['unreviewed', 'reviewed', 'follow-up'] as const
export const reviewState = z.enum(reviewStates)
export type ReviewState = z.infer<typeof reviewState>

export const reviewNote = z
  .string()
  .max(noteCharsMax, serverText('common.fields.tooLong', { max: noteCharsMax }))
  .refine((note) => note.isWellFormed() && !note.includes('\0'), serverText('common.fields.badCharacter'))

/** A day without a time, as YYYY-MM-DD. */
export const dueDay = z.iso
  .date()
  .refine((day) => day >= '2000-01-01' && day < '2200-01-01', serverText('review.fields.day'))

/** A review as it stands. */
export const review = z.object({
  auditId,
  state: reviewState,
  note: z.string(),
  /** The version of the inspection that was looked at. */
  version: instant,
  /** The inspection has a newer version since. */
  isChangedSince: z.boolean(),
  /** Who does a follow-up. Somebody disabled stays until another person is chosen. */
  assignee: z.object({ userId: z.uuid(), name: z.string(), isDisabled: z.boolean() }).nullable(),
  /** The day by which it is done. */
  dueOn: z.iso.date().nullable(),
  reviewerName: z.string(),
  reviewedAt: instant,
  revision: z.number().int(),
})
export type Review = z.infer<typeof review>

export const reviewEvent = z.object({
  state: reviewState,
  note: z.string(),
  version: instant,
  /** Of a follow-up; null when there was none, or their account is gone. */
  assigneeName: z.string().nullable(),
  dueOn: z.iso.date().nullable(),
  actorName: z.string(),
  at: instant,
  isUndone: z.boolean(),
})
export type ReviewEvent = z.infer<typeof reviewEvent>

/** Who has an inspection open in the queue. */
export const reviewClaim = z.object({
  auditId,
  userName: z.string(),
  /** Whether it is the asking tab's own. */
  isOwn: z.boolean(),
  /** Whether it is the asking person's, in this or another tab. */
  isMine: z.boolean(),
  expiresAt: instant,
})
export type ReviewClaim = z.infer<typeof reviewClaim>

/** Answer of GET /api/review/[auditId]. */
export const reviewDetail = z.object({
  review: review.nullable(),
  /** The newest first, at most 50. */
  history: z.array(reviewEvent),
})
export type ReviewDetail = z.infer<typeof reviewDetail>

/** Who does a follow-up, and by which day. Left out: stays as it is; null: nobody, no day. Other marks clear both. */
const assignment = {
  assigneeId: z.uuid().nullable().optional(),
  dueOn: dueDay.nullable().optional(),
}

/** Body of PUT /api/review/[auditId]. */
export const reviewMark = z.object({
  state: reviewState,
  /** Left out: the note stays. */
  note: reviewNote.optional(),
  ...assignment,
  /** The version that was on the screen, as the row or the document has it. */
  version: keptInstant,
  /**
   * Of the review as it was seen; null: there was none, or it was taken back. Another one there is a conflict: 409, whose
   * `current` is the review as it is now (`readConflict` in queries.ts). What the same person has said already is none.
   */
  revision: z.int32().nullable(),
})
export type ReviewMark = z.infer<typeof reviewMark>

/** What was changed, and what takes it back. */
export const marked = z.object({ batchId: z.uuid(), review })
export type Marked = z.infer<typeof marked>

/** Which inspections of a list are meant: some by their ids, or all that match its parameters but a few. */
export const bulkSelection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ids'), ids: z.array(auditId).min(1).max(10_000) }),
  z.object({
    kind: z.literal('matching'),
    /** Query of the list's address, without the question mark. */
    query: z.string().max(16_000),
    except: z.array(auditId).max(10_000),
  }),
])
export type BulkSelection = z.infer<typeof bulkSelection>

/** Inspections that one bulk mark changes at most. */
export const bulkMarkMax = 10_000

/** Body of POST /api/review/bulk. Each inspection is marked at the version that the index has. */
export const bulkMark = z.object({
  selection: bulkSelection,
  state: reviewState,
  /** Left out: each keeps its note. */
  note: reviewNote.optional(),
  ...assignment,
})
export type BulkMark = z.infer<typeof bulkMark>
export const bulkMarked = z.object({
  batchId: z.uuid(),
  changed: z.number().int(),
  /** Were so already, for this version. */
  unchanged: z.number().int(),
  /** Are not in the index. */
  unknown: z.number().int(),
})
export type BulkMarked = z.infer<typeof bulkMarked>

/** Body and answer of POST /api/review/undo. */
export const reviewUndo = z.object({ batchId: z.uuid() })
export const reviewUndone = z.object({
  restored: z.number().int(),
  /** Were changed again since, and stay as they are. */
  kept: z.number().int(),
})
export type ReviewUndone = z.infer<typeof reviewUndone>

export const queueOrders = ['failures-first', 'newest', 'oldest'] as const
export const queueOrder = z.enum(queueOrders)
export type QueueOrder = z.infer<typeof queueOrder>

/** Inspections that a queue holds at most; more wait for the next round. */
export const queueMax = 1_000

/**
 * What should be looked at: what a queue holds when nothing else is asked of `review`. Values of one parameter are
 * alternatives.
 */
export const needsReview = ['unreviewed', 'changed'] as const satisfies readonly ReviewFilter[]

/** One inspection in the queue. */
export const queueItem = z.object({
  row: inspectionRow,
  /** As it stands, so that marking need not ask for it first; null: none, or taken back before anybody said anything. */
  review: review.nullable(),
  claim: reviewClaim.nullable(),
})
export type QueueItem = z.infer<typeof queueItem>

/** Query of GET /api/review/queue: parameters of a list; `review` left out: what needs review. `tab` tells own claims. */
export const queueQuery = z.object({
  ...listParams.shape,
  order: queueOrder.default('failures-first'),
  tab: z.uuid().optional(),
})

/** Answer of GET /api/review/queue. */
export const reviewQueue = z.object({
  items: z.array(queueItem),
  /** That match, those past `queueMax` included. */
  total: z.number().int(),
  totalIsExact: z.boolean(),
  asOf: instant.nullable(),
})
export type ReviewQueue = z.infer<typeof reviewQueue>

/** Body of POST /api/review/claims. `ifFree` false takes it over from whoever has it. */
export const newClaim = z.object({ auditId, tabId: z.uuid(), ifFree: z.boolean().default(true) })
export type NewClaim = z.input<typeof newClaim>
/** Body of DELETE /api/review/claims. */
export const endedClaim = z.object({ auditId, tabId: z.uuid() })
/** How long a claim lasts without being renewed; tabs renew it at half of that. */
export const claimSeconds = 60

export const followUpOrders = ['newest', 'due'] as const
export type FollowUpOrder = (typeof followUpOrders)[number]

/** Whose follow-ups, and which of them. */
const followUpChoice = {
  /** `me`, `nobody`, or the id of a person; left out: everybody's. */
  assignee: z.union([z.enum(['me', 'nobody']), z.uuid()], serverText('review.fields.person')).optional(),
  /** `overdue`: their day is over, by the clock of `zone`. */
  due: z.enum(['overdue']).optional(),
  /** The newest mark first, or what is due first; without a day last. */
  by: z.enum(followUpOrders).optional(),
  zone: listParams.shape.tz,
}
export interface FollowUpChoice {
  assignee?: string
  due?: 'overdue'
  by?: FollowUpOrder
}

/** Query of GET /api/review/follow-ups: parameters of a list, which hold besides being a follow-up. */
export const followUpQuery = z.object({
  ...listParams.shape,
  ...followUpChoice,
  after: z.string().max(1_000, serverText('common.fields.cursor')).optional(),
})
/** Query of GET /api/review/follow-ups/export. `zone`: of the times in the file; that of the parameters when left out. */
export const followUpExportQuery = z.object({ ...listParams.shape, ...followUpChoice })

/** A row of the follow-ups. */
export const followUp = z.object({ row: inspectionRow, review })
export const followUpPage = z.object({
  items: z.array(followUp),
  total: z.number().int(),
  after: z.string().nullable(),
})
export type FollowUpPage = z.infer<typeof followUpPage>

/** Answer of GET /api/review/counts: inspections that are there, not archived ones. */
export const reviewCounts = z.object({
  /** Completed, with failures, and unreviewed or changed since. */
  failedUnreviewed: z.number().int(),
  /** Completed, and unreviewed or changed since. */
  unreviewed: z.number().int(),
  followUps: z.number().int(),
  /** Those assigned to the person who asks. */
  myFollowUps: z.number().int(),
  /** Comments that mention the person who asks, and are new to them. */
  newMentions: z.number().int(),
  changedSince: z.number().int(),
})
export type ReviewCounts = z.infer<typeof reviewCounts>

/** Query of GET /api/review/today: the day begins at midnight of this time zone. */
export const todayQuery = z.object({
  zone: z.string().refine(isTimeZone, serverText('common.notTimeZone')).default('UTC'),
})
/** Answer of GET /api/review/today: inspections that the person who asks marked today, as they are marked now. */
export const reviewsToday = z.object({ reviewed: z.number().int(), followUps: z.number().int() })
export type ReviewsToday = z.infer<typeof reviewsToday>

/** The list behind each of these numbers: what it counts is what its list shows. */
export const countedLists = {
  failedUnreviewed: { result: ['failed'], archived: ['false'], review: needsReview },
  unreviewed: { completed: ['true'], archived: ['false'], review: needsReview },
  followUps: { archived: ['false'], review: ['follow-up'] },
  changedSince: { archived: ['false'], review: ['changed'] },
} as const satisfies Record<Exclude<keyof ReviewCounts, 'myFollowUps' | 'newMentions'>, ListParams>

import * as z from 'zod'
import { auditId } from '@/lib/ids'
import { isTimeZone } from '@/lib/time/time-format'
import { inspectionRow, keptInstant, listParams } from '@/lib/inspections/schema'
import { serverText } from '@/lib/server-text'
import { queueOrders, reviewStates } from './values-model'

/** Reviews are stored in Sightline only: the service does not know them. */

const instant = z.iso.datetime({ offset: true })
const noteCharsMax = 4_000

export const reviewState = z.enum(reviewStates)
export type ReviewState = z.infer<typeof reviewState>

export const reviewNote = z
  .string()
  .max(noteCharsMax, serverText('common.fields.tooLong', { max: noteCharsMax }))
  .refine((note) => note.isWellFormed() && !note.includes('\0'), serverText('common.fields.badCharacter'))

/** A day, as YYYY-MM-DD. */
export const dueDay = z.iso
  .date()
  .refine((day) => day >= '2000-01-01' && day < '2200-01-01', serverText('review.fields.day'))

/** The current review. */
export const review = z.object({
  auditId,
  state: reviewState,
  note: z.string(),
  /** The version of the inspection that was reviewed. */
  version: instant,
  /** Whether the inspection has a newer version. */
  isChangedSince: z.boolean(),
  /** The assignee of a follow-up. A disabled person stays the assignee until somebody else is chosen. */
  assignee: z.object({ userId: z.uuid(), name: z.string(), isDisabled: z.boolean() }).nullable(),
  /** The due date. */
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
  /** The assignee of a follow-up; null when there was none, or the account was deleted. */
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
  /** Whether the claim belongs to the requesting tab. */
  isOwn: z.boolean(),
  /** Whether the claim belongs to the current person, in this or another tab. */
  isMine: z.boolean(),
  expiresAt: instant,
})
export type ReviewClaim = z.infer<typeof reviewClaim>

/** Response of GET /api/review/[auditId]. */
export const reviewDetail = z.object({
  review: review.nullable(),
  /** Newest first, at most 50. */
  history: z.array(reviewEvent),
})
export type ReviewDetail = z.infer<typeof reviewDetail>

/** Marks in another state than `follow-up` clear both. */
const assignment = {
  /** ID of the person who is assigned to the follow-up. Null: nobody. If omitted, it stays unchanged. */
  assigneeId: z.uuid().nullable().optional(),
  /** Due date of the follow-up, as YYYY-MM-DD. Null: none. If omitted, it stays unchanged. */
  dueOn: dueDay.nullable().optional(),
}

/** Body of PUT /api/review/[auditId]. */
export const reviewMark = z.object({
  state: reviewState,
  /** If it is omitted, the note stays unchanged. */
  note: reviewNote.optional(),
  ...assignment,
  /** The version that is reviewed: `modifiedAt` of the row or of the document. */
  version: keptInstant,
  /**
   * The revision that the person saw. Null: there was no review, or it was undone. If another revision is stored, the
   * response is 409 with the current review as `current`. Repeating one's own mark is not a conflict.
   */
  revision: z.int32().nullable(),
})
export type ReviewMark = z.infer<typeof reviewMark>

/** What was changed, and the batch that undoes it. */
export const marked = z.object({ batchId: z.uuid(), review })
export type Marked = z.infer<typeof marked>

/** Filters of follow-ups by assignee and due date. */
export const followUpChoice = z.object({
  /** `me`, `nobody`, or the ID of a person. If it is omitted, everybody's follow-ups match. */
  assignee: z.union([z.enum(['me', 'nobody']), z.uuid()], serverText('review.fields.person')).optional(),
  /** `overdue`: past their due date, by the clock of `zone`. */
  due: z.enum(['overdue']).optional(),
  /** IANA time zone that decides which due dates are past. By default `tz` in lists, otherwise UTC. */
  zone: listParams.shape.tz,
})
export type FollowUpChoice = z.infer<typeof followUpChoice>

/** The chosen inspections of a list: some ids, or everything that matches the list's parameters except for some ids. */
export const bulkSelection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ids'),
    /** IDs of the inspections. */
    ids: z.array(auditId).min(1).max(10_000),
  }),
  z.object({
    kind: z.literal('matching'),
    /** The query of the list's address, without the question mark. */
    query: z.string().max(16_000),
    /** IDs of inspections that are left out. */
    except: z.array(auditId).max(10_000),
    /** Only follow-ups that match this choice. */
    followUps: followUpChoice.optional(),
  }),
])
export type BulkSelection = z.infer<typeof bulkSelection>

/** Body of POST /api/review/bulk. Each inspection is marked at the version that the index has, unless `keepsVersion`. */
export const bulkMark = z.object({
  selection: bulkSelection,
  state: reviewState,
  /** If it is omitted, each inspection keeps its note. */
  note: reviewNote.optional(),
  ...assignment,
  /** True: inspections that were reviewed keep the reviewed version, so those that have changed since stay so. */
  keepsVersion: z.boolean().optional(),
})
export type BulkMark = z.infer<typeof bulkMark>
export const bulkMarked = z.object({
  batchId: z.uuid(),
  changed: z.number().int(),
  /** How many already had this state for this version. */
  unchanged: z.number().int(),
  /** How many are not in the index. */
  unknown: z.number().int(),
})
export type BulkMarked = z.infer<typeof bulkMarked>

/** Body and response of POST /api/review/undo. */
export const reviewUndo = z.object({
  /** The batch, as returned by the request that marked the inspections. */
  batchId: z.uuid(),
})
export const reviewUndone = z.object({
  restored: z.number().int(),
  /** How many were changed since then and were therefore not undone. */
  kept: z.number().int(),
})
export type ReviewUndone = z.infer<typeof reviewUndone>

export const queueOrder = z.enum(queueOrders)
export type QueueOrder = z.infer<typeof queueOrder>

/** One inspection in the queue. */
export const queueItem = z.object({
  row: inspectionRow,
  /**
   * The current review, so that marking does not need to load it first. Null: there is none, or it was undone before
   * the first mark.
   */
  review: review.nullable(),
  claim: reviewClaim.nullable(),
})
export type QueueItem = z.infer<typeof queueItem>

/** Query of GET /api/review/queue: parameters of a list. Without `review`, the queue has what needs a review. */
export const queueQuery = z.object({
  ...listParams.shape,
  order: queueOrder.default('failures-first'),
  /** ID of the browser tab, so that `claim.isOwn` tells which claims belong to it. */
  tab: z.uuid().optional(),
})

/** Response of GET /api/review/queue. */
export const reviewQueue = z.object({
  items: z.array(queueItem),
  /** All matches, including those beyond `queueMax`. */
  total: z.number().int(),
  totalIsExact: z.boolean(),
  asOf: instant.nullable(),
})
export type ReviewQueue = z.infer<typeof reviewQueue>

/** Body of POST /api/review/claims. */
export const newClaim = z.object({
  auditId,
  /** ID of the browser tab that shows the inspection. */
  tabId: z.uuid(),
  /** False: takes the claim over, even if another tab or person has it. */
  ifFree: z.boolean().default(true),
})
export type NewClaim = z.input<typeof newClaim>
/** Body of DELETE /api/review/claims. */
export const endedClaim = z.object({
  auditId,
  /** ID of the browser tab that has the claim. */
  tabId: z.uuid(),
})

/** Response of GET /api/review/counts. Only existing inspections that are not archived count. */
export const reviewCounts = z.object({
  /** Completed, with failures, and unreviewed or changed since. */
  failedUnreviewed: z.number().int(),
  /** Completed, and unreviewed or changed since. */
  unreviewed: z.number().int(),
  followUps: z.number().int(),
  /** Follow-ups that are assigned to the current person. */
  myFollowUps: z.number().int(),
  /** Comments that mention the current person and that the person has not seen. */
  newMentions: z.number().int(),
  changedSince: z.number().int(),
})
export type ReviewCounts = z.infer<typeof reviewCounts>

/** Query of GET /api/review/today. */
export const todayQuery = z.object({
  /** IANA time zone in which the day begins at midnight. */
  zone: z.string().refine(isTimeZone, serverText('common.notTimeZone')).default('UTC'),
})
/** Response of GET /api/review/today: inspections that the current person marked today, by their current state. */
export const reviewsToday = z.object({ reviewed: z.number().int(), followUps: z.number().int() })
export type ReviewsToday = z.infer<typeof reviewsToday>

import * as z from 'zod'
import { auditId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import { commentCharsMax, mentionsMax } from './values-model'

/** Comments of people on an inspection. They are stored in Sightline only. */

const instant = z.iso.datetime({ offset: true })

export const mention = z.object({ userId: z.uuid(), name: z.string() })
export type Mention = z.infer<typeof mention>

export const reviewComment = z.object({
  commentId: z.uuid(),
  authorName: z.string(),
  isMine: z.boolean(),
  /** Whether the reader may delete it: its author or an admin. */
  mayDelete: z.boolean(),
  /** The text as typed. A mention is `@` followed by the name. */
  body: z.string(),
  mentions: z.array(mention),
  createdAt: instant,
  editedAt: instant.nullable(),
})
export type ReviewComment = z.infer<typeof reviewComment>

/** Response of GET /api/review/[auditId]/comments: oldest first. */
export const commentList = z.object({ comments: z.array(reviewComment) })
export type CommentList = z.infer<typeof commentList>

/** Body of POST /api/review/[auditId]/comments and PATCH /api/review/comments/[commentId]. */
export const newComment = z.object({
  /** The text. A mention is `@` followed by the name of the person. */
  body: z
    .string()
    .trim()
    .min(1, serverText('common.fields.empty'))
    .max(commentCharsMax, serverText('common.fields.tooLong', { max: commentCharsMax }))
    .refine((text) => text.isWellFormed() && !text.includes('\0'), serverText('common.fields.badCharacter')),
  /** IDs of the mentioned people, who are notified. People whose `@name` is not in the text are left out. */
  mentions: z.array(z.uuid()).max(mentionsMax).default([]),
})
export type NewComment = z.input<typeof newComment>

/** A comment that mentions the current person. */
export const mentioned = z.object({
  commentId: z.uuid(),
  auditId,
  /** The title of the inspection; null if it has none. */
  title: z.string().nullable(),
  authorName: z.string(),
  body: z.string(),
  mentions: z.array(mention),
  at: instant,
  isNew: z.boolean(),
})
export type Mentioned = z.infer<typeof mentioned>

/** Response of GET /api/review/mentions: newest first, at most 100. */
export const mentionList = z.object({ mentions: z.array(mentioned), unread: z.number().int() })
export type MentionList = z.infer<typeof mentionList>

/** Body of POST /api/review/mentions/read. */
export const mentionsRead = z.object({
  /** Mentions up to this time are marked as read. */
  until: instant,
})

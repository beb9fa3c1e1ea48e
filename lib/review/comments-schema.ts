import * as z from 'zod'
import { auditId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'

/** Comments of people on an inspection, stored in Sightline only. */

const instant = z.iso.datetime({ offset: true })
export const commentCharsMax = 4_000
/** Most people that one comment mentions. */
export const mentionsMax = 20

export const mention = z.object({ userId: z.uuid(), name: z.string() })
export type Mention = z.infer<typeof mention>

export const reviewComment = z.object({
  commentId: z.uuid(),
  authorName: z.string(),
  isMine: z.boolean(),
  /** Its author, or an admin. */
  mayDelete: z.boolean(),
  /** As typed: a mention is `@` and the name. */
  body: z.string(),
  mentions: z.array(mention),
  createdAt: instant,
  editedAt: instant.nullable(),
})
export type ReviewComment = z.infer<typeof reviewComment>

/** Answer of GET /api/review/[auditId]/comments: oldest first. */
export const commentList = z.object({ comments: z.array(reviewComment) })
export type CommentList = z.infer<typeof commentList>

/** Body of POST /api/review/[auditId]/comments and PATCH /api/review/comments/[commentId]. */
export const newComment = z.object({
  body: z
    .string()
    .trim()
    .min(1, serverText('common.fields.empty'))
    .max(commentCharsMax, serverText('common.fields.tooLong', { max: commentCharsMax }))
    .refine((text) => text.isWellFormed() && !text.includes('\0'), serverText('common.fields.badCharacter')),
  /** Whom it mentions. Those whose `@name` is not in the text are left out: nobody is notified of what they cannot find. */
  mentions: z.array(z.uuid()).max(mentionsMax).default([]),
})
export type NewComment = z.input<typeof newComment>

/** A comment that mentions the current person. */
export const mentioned = z.object({
  commentId: z.uuid(),
  auditId,
  /** Of the inspection; null where it has none. */
  title: z.string().nullable(),
  authorName: z.string(),
  body: z.string(),
  mentions: z.array(mention),
  at: instant,
  isNew: z.boolean(),
})
export type Mentioned = z.infer<typeof mentioned>

/** Answer of GET /api/review/mentions: newest first, at most 100. */
export const mentionList = z.object({ mentions: z.array(mentioned), unread: z.number().int() })
export type MentionList = z.infer<typeof mentionList>

/** Body of POST /api/review/mentions/read: mentions up to this time were seen. */
export const mentionsRead = z.object({ until: instant })

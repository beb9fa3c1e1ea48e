import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { may } from '@/lib/access/permissions'
import { database } from '@/lib/db/instance'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import type { AuditId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import { mentionList, type CommentList, type Mention, type MentionList, type ReviewComment } from './comments-schema'

/** The newest comments of an inspection are shown. The log has all comments. */
const commentsShown = 500
const mentionsShown = 100

export interface StoredComment {
  comment_id: string
  audit_id: string
  author_id: string | null
  author_name: string
  body: string
  mentions: Mention[]
  created_at: string
  edited_at: string | null
}

/** The columns of `comments` that every read of a comment returns. Mentioned people have their current names. */
export const commentColumns = `comments.comment_id, comments.audit_id, comments.author_id, comments.author_name,
  comments.body, comments.created_at, comments.edited_at,
  coalesce((select json_agg(json_build_object('userId', users.user_id, 'name', users.name) order by users.user_id)
            from users where users.user_id = any(comments.mentions)), '[]') as mentions`

/** Whether a person may delete a comment. Admins may delete anybody's. */
export function mayDeleteComment(actor: Actor, authorId: string | null): boolean {
  return may(actor, 'reviews:write') && (authorId === actor.userId || may(actor, 'system:write'))
}

/** A comment with the reader's rights to change it. */
export function toComment(row: StoredComment, actor: Actor): ReviewComment {
  return {
    commentId: row.comment_id,
    authorName: row.author_name,
    isMine: row.author_id === actor.userId,
    mayDelete: mayDeleteComment(actor, row.author_id),
    body: row.body,
    mentions: row.mentions,
    createdAt: row.created_at,
    editedAt: row.edited_at,
  }
}

/** @throws AppError not_found when the index does not know the inspection */
export async function requireInspection(db: Queryable, auditId: AuditId): Promise<{ title: string | null }> {
  const { rows } = await db.query<{ title: string | null }>('select title from inspections where audit_id = $1', [
    auditId,
  ])
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', serverText('common.inspectionNotFound'))
  return row
}

/**
 * Comments on an inspection, oldest first.
 * @throws AppError not_found when the index does not know the inspection
 */
export async function listComments(actor: Actor, auditId: AuditId, given?: Queryable): Promise<CommentList> {
  const db = given ?? (await database())
  await requireInspection(db, auditId)
  const { rows } = await db.query<StoredComment>(
    `select ${commentColumns} from review_comments as comments where audit_id = $1 and deleted_at is null
     order by created_at desc, comment_id limit ${commentsShown}`,
    [auditId],
  )
  return { comments: rows.toReversed().map((row) => toComment(row, actor)) }
}

/** Comments of others that mention a person (`$1`). The index on mentions finds them. */
const mentioning = `from review_comments as comments
  where mentions @> array[$1::uuid] and deleted_at is null and author_id is distinct from $1::uuid`
const saidAt = 'coalesce(comments.edited_at, comments.created_at)'
// A mention that was read in the inbox is not new here either, unless its comment was edited since.
const isNew = `(${saidAt} > coalesce((select mentions_read_at from users where user_id = $1::uuid), '-infinity')
  and not exists (select from notices where notices.user_id = $1::uuid and cause = 'mention ' || comments.comment_id
    and read_at >= ${saidAt}))`

/** Mentions of the current person, newest first. */
export async function listMentions(actor: Actor, given?: Queryable): Promise<MentionList> {
  const db = given ?? (await database())
  const { rows } = await db.query<StoredComment & { title: string | null; said_at: string; is_new: boolean }>(
    `select ${commentColumns}, ${saidAt} as said_at, ${isNew} as is_new,
       (select inspections.title from inspections where inspections.audit_id = comments.audit_id) as title
     ${mentioning} order by ${saidAt} desc, comment_id limit ${mentionsShown}`,
    [actor.userId],
  )
  return mentionList.parse({
    mentions: rows.map((row) => ({
      commentId: row.comment_id,
      auditId: row.audit_id,
      title: row.title,
      authorName: row.author_name,
      body: row.body,
      mentions: row.mentions,
      at: row.said_at,
      isNew: row.is_new,
    })),
    unread: await countNewMentions(db, actor.userId),
  })
}

/** How many mentions the person has not seen. */
export async function countNewMentions(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`select count(*) as n ${mentioning} and ${isNew}`, [userId])
  return rows[0]?.n ?? 0
}

/** The number of mentions that the person has not seen, for the badge. It is cached for a few seconds. */
export const countNewMentionsShortly = (db: Queryable, userId: string) =>
  keepShortly(db, `mentions of ${userId}`, () => countNewMentions(db, userId))

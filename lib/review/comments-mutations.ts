import 'server-only'
import { readActorText } from '@/lib/activity/actor-text'
import { recordActivity } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { auditId as auditIdShape, type AuditId } from '@/lib/ids'
import { addNotices, readNotices, removeNotices } from '@/lib/inbox/store'
import { findPeople } from '@/lib/people/names-data'
import { serverText } from '@/lib/server-text'
import type * as z from 'zod'
import { commentColumns, mayDeleteComment, requireInspection, toComment, type StoredComment } from './comments-data'
import { findMentioned } from './comments-model'
import type { Mention, newComment, ReviewComment } from './comments-schema'

type Said = z.output<typeof newComment>

/**
 * The people among `said.mentions` whom the text really mentions. They must be able to sign in, unless the text
 * mentioned them before the edit.
 * @throws AppError invalid, naming `mentions`
 */
async function readMentions(tx: Queryable, said: Said, before: readonly Mention[] = []): Promise<string[]> {
  const people = await findPeople(tx, said.mentions)
  const known = new Map([...before, ...people].map((person) => [person.userId, person]))
  if (said.mentions.some((userId) => !known.has(userId)))
    throw new AppError('invalid', serverText('review.inactiveMention'), {
      details: { fields: { mentions: serverText('common.fields.accounts') } },
    })
  const named = said.mentions.flatMap((userId) => known.get(userId) ?? [])
  return findMentioned(said.body, named).map(({ userId }) => userId)
}

const record = (
  tx: Queryable,
  actor: Actor,
  act: 'review-comment.add' | 'review-comment.edit' | 'review-comment.delete',
  { auditId, title, ...texts }: { auditId: string; title: string | null; before?: object; after?: object },
) =>
  recordActivity(tx, actor, {
    action: act,
    objectKind: 'inspection',
    objectId: auditId,
    objectName: title ?? auditId,
    ...texts,
  })

const mentionCause = (commentId: string) => `mention ${commentId}`

/** Adds one notice for each person and comment. An edit notifies only people whom the text did not mention before. */
const noticeMentions = (
  tx: Queryable,
  actor: Actor,
  { row, title, mentions }: { row: StoredComment; title: string | null; mentions: readonly string[] },
) =>
  addNotices(tx, [
    {
      userIds: mentions.filter((userId) => userId !== actor.userId),
      kind: 'mention',
      cause: mentionCause(row.comment_id),
      text: serverText('inbox.notices.mention', {
        name: readActorText(actor.userId, actor.name),
        title: title ?? row.audit_id,
      }),
      detail: row.body,
      target: { kind: 'inspection', id: row.audit_id },
    },
  ])

/**
 * Adds a comment to an inspection.
 * @throws AppError not_found; invalid when a mentioned person cannot sign in
 */
export async function addComment(actor: Actor, auditId: AuditId, said: Said, given?: Database): Promise<ReviewComment> {
  const db = given ?? (await database())
  const added = await db.transaction(async (tx) => {
    const { title } = await requireInspection(tx, auditId)
    const mentions = await readMentions(tx, said)
    const { rows } = await tx.query<StoredComment>(
      `with comments as (
         insert into review_comments (audit_id, author_id, author_name, body, mentions) values ($1, $2, $3, $4, $5)
         returning *
       ) select ${commentColumns} from comments`,
      [auditId, actor.userId, actor.name, said.body, mentions],
    )
    const [row] = rows
    if (row === undefined) throw new Error('an insert gives its row')
    await record(tx, actor, 'review-comment.add', { auditId, title, after: { comment: row.body } })
    await noticeMentions(tx, actor, { row, title, mentions })
    return toComment(row, actor)
  })
  publishChange('review-comments', [auditId])
  return added
}

/**
 * Reads a comment and locks it.
 * @throws AppError not_found
 */
async function lockComment(tx: Queryable, commentId: string): Promise<StoredComment> {
  const { rows } = await tx.query<StoredComment>(
    `select ${commentColumns} from review_comments as comments where comment_id = $1 and deleted_at is null
     for update of comments`,
    [commentId],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', serverText('review.commentNotFound'))
  return row
}

/**
 * Edits the person's own comment. The log keeps both texts.
 * @throws AppError not_found; forbidden for another person's comment; invalid when a mentioned person cannot sign in
 */
export async function editComment(
  actor: Actor,
  commentId: string,
  said: Said,
  given?: Database,
): Promise<ReviewComment> {
  const db = given ?? (await database())
  const { auditId, comment } = await db.transaction(async (tx) => {
    const before = await lockComment(tx, commentId)
    if (before.author_id !== actor.userId)
      throw new AppError('forbidden', serverText('review.notYourCommentToEdit', { author: before.author_name }))
    const mentions = await readMentions(tx, said, before.mentions)
    const { rows } = await tx.query<StoredComment>(
      `with comments as (
         update review_comments set body = $2, mentions = $3, edited_at = now() where comment_id = $1 returning *
       ) select ${commentColumns} from comments`,
      [commentId, said.body, mentions],
    )
    const [row] = rows
    if (row === undefined) throw new Error('the row is locked')
    const id = auditIdShape.parse(before.audit_id)
    const { title } = await requireInspection(tx, id)
    await record(tx, actor, 'review-comment.edit', {
      auditId: id,
      title,
      before: { comment: before.body },
      after: { comment: row.body },
    })
    await noticeMentions(tx, actor, { row, title, mentions })
    return { auditId: id, comment: toComment(row, actor) }
  })
  publishChange('review-comments', [auditId])
  return comment
}

/**
 * Deletes a comment: the person's own, or anybody's as an admin. The log keeps its text.
 * @throws AppError not_found, forbidden
 */
export async function deleteComment(actor: Actor, commentId: string, given?: Database): Promise<void> {
  const db = given ?? (await database())
  const auditId = await db.transaction(async (tx) => {
    const before = await lockComment(tx, commentId)
    if (!mayDeleteComment(actor, before.author_id))
      throw new AppError('forbidden', serverText('review.notYourCommentToDelete', { author: before.author_name }))
    const id = auditIdShape.parse(before.audit_id)
    await tx.query('update review_comments set deleted_at = now() where comment_id = $1', [commentId])
    await removeNotices(tx, [mentionCause(commentId)])
    await record(tx, actor, 'review-comment.delete', {
      auditId: id,
      ...(await requireInspection(tx, id)),
      before: { comment: before.body, author: before.author_name },
    })
    return id
  })
  publishChange('review-comments', [auditId])
}

/**
 * Stores the time up to which the person has seen their mentions, in the inbox too. The time never moves back, nor into
 * the future.
 */
export async function readMentionsUntil(actor: Actor, until: string, given?: Queryable): Promise<void> {
  const db = given ?? (await database())
  await db.query(
    `update users set mentions_read_at = greatest(coalesce(mentions_read_at, '-infinity'), least($2::timestamptz, now()))
     where user_id = $1`,
    [actor.userId, until],
  )
  await readNotices(db, actor.userId, { kind: 'mention', until })
}

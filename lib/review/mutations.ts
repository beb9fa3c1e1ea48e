import 'server-only'
import { readActorText } from '@/lib/activity/actor-text'
import { randomUUID } from 'node:crypto'
import { recordActivity } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { may } from '@/lib/access/permissions'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import type { AuditId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import { readReviews, toReview, type StoredReview } from './data'
import type { Marked, ReviewMark, ReviewUndone } from './schema'
import { recordBatch } from './log'
import { forgetAssignments, noticeAssignments, requireAssignee } from './assignees'
import { lockInspections, undoBatch, writeMarks } from './write'

async function readReview(tx: Queryable, auditId: string): Promise<StoredReview | null> {
  return (await readReviews(tx, [auditId])).get(auditId) ?? null
}

/** A review as the log stores it. */
const toKept = (stored: StoredReview | null) =>
  stored === null
    ? null
    : {
        state: stored.state,
        note: stored.note,
        version: stored.version,
        ...(stored.state === 'follow-up' ? { assignee: stored.assignee_name, dueOn: stored.due_on } : {}),
      }

/** The name of an inspection in the log. */
async function readTitle(tx: Queryable, auditId: string): Promise<string> {
  const { rows } = await tx.query<{ title: string | null }>('select title from inspections where audit_id = $1', [
    auditId,
  ])
  return rows[0]?.title ?? auditId
}

/**
 * The batch of the current review, if the review equals what this person wants to save. Then the person repeats a
 * request whose response was lost.
 */
async function findSameBatch(
  tx: Queryable,
  actor: Actor,
  mark: ReviewMark,
  standing: StoredReview,
): Promise<string | null> {
  const { rows } = await tx.query<{ batch_id: string }>(
    `select batch_id from inspection_review_events
     where audit_id = $1 and revision = $2 and actor_id = $3 and undone_at is null
       and state = $4 and note = coalesce($5::text, note) and version = $6::timestamptz
       and ($8::boolean or assignee_id is not distinct from $9::uuid)
       and ($10::boolean or due_on is not distinct from $11::date)
       and case when $7::int is null then coalesce(before_state, 'unreviewed') = 'unreviewed' else revision = $7 + 1 end`,
    [
      standing.audit_id,
      standing.revision,
      actor.userId,
      mark.state,
      mark.note ?? null,
      mark.version,
      mark.revision,
      mark.assigneeId === undefined || mark.state !== 'follow-up',
      mark.assigneeId ?? null,
      mark.dueOn === undefined || mark.state !== 'follow-up',
      mark.dueOn ?? null,
    ],
  )
  return rows[0]?.batch_id ?? null
}

/** Whether the review is unchanged since the person saw it. */
function isAsSeen(standing: StoredReview | null, revision: number | null): boolean {
  if (revision !== null) return standing?.revision === revision
  return standing === null || standing.state === 'unreviewed'
}

/**
 * Marks an inspection, whether or not its document was read.
 * @throws AppError not_found; conflict, with the current review as `current`, when the review has changed since the
 * person saw it; invalid when the version is newer than the newest known one
 */
export async function markInspection(
  actor: Actor,
  auditId: AuditId,
  mark: ReviewMark,
  given?: Database,
): Promise<Marked> {
  const db = given ?? (await database())
  const done = await db.transaction(async (tx): Promise<Marked> => {
    const newest = (await lockInspections(tx, [auditId])).get(auditId)
    if (newest === undefined) throw new AppError('not_found', serverText('common.inspectionNotFound'))
    const standing = await readReview(tx, auditId)
    if (!isAsSeen(standing, mark.revision)) {
      if (standing === null) throw new AppError('conflict', serverText('review.removed'))
      const same = await findSameBatch(tx, actor, mark, standing)
      if (same !== null) return { batchId: same, review: toReview(standing) }
      throw new AppError('conflict', conflictText(standing), { details: { current: toReview(standing) } })
    }
    await requireKnownVersion(tx, auditId, mark.version)
    const batchId = randomUUID()
    const { version, revision: _, ...said } = mark
    if (mark.assigneeId !== standing?.assignee_id) await requireAssignee(tx, mark)
    await writeMarks(tx, {
      batchId,
      actor,
      targets: [{ auditId, version }],
      ...said,
      note: mark.note,
      skipsSame: false,
    })
    await noticeAssignments(tx, actor, batchId)
    const written = await readReview(tx, auditId)
    if (written === null) throw new Error('the row is locked')
    await recordActivity(tx, actor, {
      action: mark.state === 'unreviewed' ? 'review.unmark' : 'review.mark',
      objectKind: 'inspection',
      objectId: auditId,
      objectName: await readTitle(tx, auditId),
      before: toKept(standing),
      after: toKept(written),
    })
    return { batchId, review: toReview(written) }
  })
  publishChange('reviews', [auditId])
  return done
}

const conflictText = ({ state, reviewer_id: id, reviewer_name: name }: StoredReview) =>
  serverText('review.conflict', { reviewer: readActorText(id, name), state })

/** Refuses a version that is newer than all known ones, because it would hide every later change. */
async function requireKnownVersion(tx: Queryable, auditId: string, version: string): Promise<void> {
  const { rows } = await tx.query(`select from inspections where audit_id = $1 and modified_at >= $2::timestamptz`, [
    auditId,
    version,
  ])
  if (rows.length === 0)
    throw new AppError('invalid', serverText('review.newerVersion'), {
      details: { fields: { version: serverText('review.fields.newerVersion') } },
    })
}

/**
 * Undoes a batch of marks: each review returns to its earlier state unless it was changed since.
 * @throws AppError not_found; forbidden for another person's marks, except for admins
 */
export async function undoMarks(actor: Actor, batchId: string, given?: Database): Promise<ReviewUndone> {
  const db = given ?? (await database())
  const undone = await db.transaction(async (tx) => {
    const { rows: events } = await tx.query<{ audit_id: string; actor_id: string | null; actor_name: string }>(
      `select audit_id, actor_id, actor_name from inspection_review_events where batch_id = $1`,
      [batchId],
    )
    const [first] = events
    if (first === undefined) throw new AppError('not_found', serverText('review.nothingToUndo'))
    if (first.actor_id !== actor.userId && !may(actor, 'system:write'))
      throw new AppError('forbidden', serverText('review.notYoursToUndo', { reviewer: first.actor_name }))
    await lockInspections(
      tx,
      events.map((event) => event.audit_id),
    )
    const { rows: open } = await tx.query<{ n: number }>(
      'select count(*) as n from inspection_review_events where batch_id = $1 and undone_at is null',
      [batchId],
    )
    const undoId = randomUUID()
    const restored = await undoBatch(tx, batchId, { batchId: undoId, actor })
    await forgetAssignments(tx, batchId)
    if (restored > 0) await recordBatch(tx, actor, { action: 'review.undo', batchId: undoId, after: { restored } })
    return { restored, kept: (open[0]?.n ?? 0) - restored }
  })
  publishChange('reviews')
  return undone
}

import 'server-only'
import { readActorText } from '@/lib/activity/actor-text'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { auditId as auditIdShape, type AuditId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import type { Review, ReviewDetail, ReviewEvent, ReviewState } from './schema'

/** A review as the database has it, and whether the inspection has changed since. */
export interface StoredReview {
  audit_id: string
  state: ReviewState
  note: string
  version: string
  is_changed: boolean
  assignee_id: string | null
  /** Null without an assignee. */
  assignee_name: string | null
  is_assignee_disabled: boolean
  /** A day, as YYYY-MM-DD. */
  due_on: string | null
  reviewer_id: string | null
  reviewer_name: string
  reviewed_at: string
  revision: number
}

/** The columns that every read of a review returns: `reviews` is the table, `known` the inspection. */
export const reviewColumns = `reviews.audit_id, reviews.state, reviews.note, reviews.version, reviews.reviewer_id,
  reviews.reviewer_name, reviews.reviewed_at, reviews.revision, reviews.version < known.modified_at as is_changed,
  reviews.assignee_id, reviews.due_on::text as due_on,
  (select users.name from users where users.user_id = reviews.assignee_id) as assignee_name,
  exists (select from users where users.user_id = reviews.assignee_id and users.disabled_at is not null)
    as is_assignee_disabled`

/** A review as sent to the browser. An undone review has no version, so it cannot be outdated. */
export function toReview(row: StoredReview): Review {
  return {
    auditId: auditIdShape.parse(row.audit_id),
    state: row.state,
    note: row.note,
    version: row.version,
    isChangedSince: row.is_changed && row.state !== 'unreviewed',
    assignee:
      row.assignee_id === null
        ? null
        : { userId: row.assignee_id, name: row.assignee_name ?? '', isDisabled: row.is_assignee_disabled },
    dueOn: row.due_on,
    reviewerName: readActorText(row.reviewer_id, row.reviewer_name),
    reviewedAt: row.reviewed_at,
    revision: row.revision,
  }
}

/** Reviews of some inspections, by inspection id. Inspections without a review have no entry. */
export async function readReviews(db: Queryable, auditIds: readonly string[]): Promise<Map<string, StoredReview>> {
  const { rows } = await db.query<StoredReview>(
    `select ${reviewColumns} from inspection_reviews as reviews join inspections as known using (audit_id)
     where reviews.audit_id = any($1::text[])`,
    [auditIds],
  )
  return new Map(rows.map((row) => [row.audit_id, row]))
}

const eventsShown = 50

interface StoredEvent {
  state: ReviewState
  note: string
  version: string
  assignee_name: string | null
  due_on: string | null
  actor_id: string | null
  actor_name: string
  at: string
  is_undone: boolean
}

const toEvent = (row: StoredEvent): ReviewEvent => ({
  state: row.state,
  note: row.note,
  version: row.version,
  assigneeName: row.assignee_name,
  dueOn: row.due_on,
  actorName: readActorText(row.actor_id, row.actor_name),
  at: row.at,
  isUndone: row.is_undone,
})

/**
 * Reads the review of an inspection and its history.
 * @throws AppError not_found when the index does not know the inspection
 */
export async function readReviewDetail(auditId: AuditId, given?: Queryable): Promise<ReviewDetail> {
  const db = given ?? (await database())
  const review = (await readReviews(db, [auditId])).get(auditId)
  if (review === undefined) {
    const { rows } = await db.query('select from inspections where audit_id = $1', [auditId])
    if (rows.length === 0) throw new AppError('not_found', serverText('common.inspectionNotFound'))
    return { review: null, history: [] }
  }
  const { rows } = await db.query<StoredEvent>(
    `select state, note, version, actor_id, actor_name, at, undone_at is not null as is_undone, due_on::text as due_on,
       (select users.name from users where users.user_id = assignee_id) as assignee_name
     from inspection_review_events
     where audit_id = $1 order by event_id desc limit ${eventsShown}`,
    [auditId],
  )
  return { review: toReview(review), history: rows.map(toEvent) }
}

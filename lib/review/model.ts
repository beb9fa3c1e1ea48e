import type { AuditId } from '@/lib/ids'
import { isId } from '@/lib/ids-model'
import type { ListParams } from '@/lib/inspections/schema'
import type { BulkSelection, Review } from './schema'
import { needsReview } from './values-model'

/** The list behind a queue: inspections that need a review, unless the parameters filter by review. */
export function readQueueList(params: ListParams): ListParams {
  return params.review === undefined && params['review!'] === undefined ? { ...params, review: needsReview } : params
}

/** Whether a follow-up is overdue. `today` is the day of the current person, as YYYY-MM-DD. */
export function isOverdue({ dueOn, state }: Pick<Review, 'dueOn' | 'state'>, today: string): boolean {
  return state === 'follow-up' && dueOn !== null && dueOn < today
}

/** The selection of one inspection; undefined if the text cannot be an ID. */
export function selectionOf(auditId: string): BulkSelection | undefined {
  return isId<AuditId>(auditId) ? { kind: 'ids', ids: [auditId] } : undefined
}

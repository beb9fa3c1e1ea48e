import type { ListParams } from '@/lib/inspections/schema'
import { needsReview, type Review } from './schema'

/** The list behind a queue: what needs review, unless the parameters say which reviews are meant. */
export function readQueueList(params: ListParams): ListParams {
  return params.review === undefined && params['review!'] === undefined ? { ...params, review: needsReview } : params
}

/** Whether a follow-up should have been done. `today` is the day of the person who looks, as YYYY-MM-DD. */
export function isOverdue({ dueOn, state }: Pick<Review, 'dueOn' | 'state'>, today: string): boolean {
  return state === 'follow-up' && dueOn !== null && dueOn < today
}

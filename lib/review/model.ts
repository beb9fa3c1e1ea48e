import type { ListParams } from '@/lib/inspections/schema'
import { needsReview } from './schema'

/** The list behind a queue: what needs review, unless the parameters say which reviews are meant. */
export function readQueueList(params: ListParams): ListParams {
  return params.review === undefined && params['review!'] === undefined ? { ...params, review: needsReview } : params
}

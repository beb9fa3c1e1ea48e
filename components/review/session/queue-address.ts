import type { Route } from 'next'
import { listPath } from '@/lib/browser/routes'
import type { ListParams } from '@/lib/inspections/schema'
import type { QueueOrder } from '@/lib/review/schema'
import { countedLists, needsReview, queueOrders } from '@/lib/review/values-model'
import { canonicalQuery, readViewParams, writeViewParams } from '@/lib/saved-views/model'

// The casts are safe because the pages exist.
export const queuePath = '/review' as Route
export const followUpsPath = '/review/follow-ups' as Route

/** The review states that put an inspection into a queue. The first scope is the default. */
export const queueScopes = [
  { value: 'open', query: 'review=unreviewed&review=changed' },
  { value: 'changed', query: 'review=changed' },
  { value: 'follow-up', query: 'review=follow-up' },
  { value: 'all', query: 'review=changed&review=follow-up&review=reviewed&review=unreviewed' },
] as const
export type QueueScope = (typeof queueScopes)[number]['value']

const isReviewName = (name: string) => name === 'review' || name === 'review!'
const isOrderName = (name: string) => name === 'sort' || name === 'tz'

/**
 * The list behind an address of the queue: inspections that need review, unless the address says otherwise. Without
 * parameters it is the list that the number beside "Review" counts.
 */
export function readQueueParams(given: ListParams): ListParams {
  const params = withoutSort(given)
  const names = Object.keys(params)
  const isPlain = names.every(isOrderName)
  return {
    ...(isPlain ? countedLists.unreviewed : {}),
    ...(names.some(isReviewName) ? {} : { review: needsReview }),
    ...params,
  }
}

/** The scope of these parameters; null for any other choice of review states. */
export function readScope(params: ListParams): QueueScope | null {
  const asked = writeViewParams(Object.fromEntries(Object.entries(params).filter(([name]) => isReviewName(name))))
  return queueScopes.find(({ query }) => canonicalQuery(query) === asked)?.value ?? null
}

/** The parameters with another scope. The default scope is not written. */
export function withScope(params: ListParams, scope: QueueScope): ListParams {
  const rest = Object.entries(params).filter(([name]) => !isReviewName(name))
  const query = scope === queueScopes[0].value ? '' : (queueScopes.find(({ value }) => value === scope)?.query ?? '')
  return { ...Object.fromEntries(rest), ...readViewParams(query) }
}

/** Completed inspections that are not archived, as in the plain queue. */
const { review: _, ...plainFilters } = countedLists.unreviewed

/**
 * The parameters of an address of the queue with another scope. An address without filters stands for completed
 * inspections that are not archived, and the new scope is limited to them too.
 */
export function switchScope(given: ListParams, scope: QueueScope): ListParams {
  const isPlain = Object.keys(given).every(isOrderName)
  const next = withScope(isPlain ? { ...plainFilters, ...given } : given, scope)
  return writeViewParams(next) === writeViewParams(plainFilters) ? {} : next
}

interface QueuePlace {
  order?: QueueOrder
  /** Name of the view that the list came from. */
  view?: string | null
  /** The inspection to start with. */
  at?: string | null
}

/** The address of the queue for a list. `given` are its parameters, or the query of its address. */
export function writeQueueHref(given: ListParams | string, { order, view, at }: QueuePlace = {}): Route {
  const params = withoutSort(typeof given === 'string' ? readViewParams(given) : given)
  const named = view === undefined ? readView(given) : view
  const parts = [
    writeViewParams(params),
    named === null ? '' : `view=${encodeURIComponent(named)}`,
    order === undefined || order === queueOrders[0] ? '' : `order=${order}`,
    at === undefined || at === null ? '' : `at=${encodeURIComponent(at)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? queuePath : `${queuePath}?${parts.join('&')}`
}

function readView(given: ListParams | string): string | null {
  return typeof given === 'string' ? new URLSearchParams(given).get('view') : null
}

/** A queue has its own orders. */
export function withoutSort(params: ListParams): Omit<ListParams, 'sort'> {
  return Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'sort'))
}

/** The address of the same inspections as a list. */
export function writeListHref(params: ListParams): Route {
  const query = writeViewParams(params)
  return query === '' ? listPath : `${listPath}?${query}`
}

/** The address of their photos and files. */
export function writeMediaHref(params: ListParams): Route {
  const query = writeViewParams(params)
  return query === '' ? '/media' : `/media?${query}`
}

/** The address of the follow-ups among them. */
export function writeFollowUpsHref(params: ListParams, assignee?: 'me', due?: 'overdue'): Route {
  const query = [
    writeViewParams(params),
    assignee === undefined ? '' : `assignee=${assignee}`,
    due === undefined ? '' : `due=${due}`,
  ]
    .filter((part) => part !== '')
    .join('&')
  return query === '' ? followUpsPath : `${followUpsPath}?${query}`
}

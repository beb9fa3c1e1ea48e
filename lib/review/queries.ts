import { queryOptions } from '@tanstack/react-query'
import { api, ApiError, writeQuery } from '@/lib/browser/api'
import { lateSchemas, noBody } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { TableFormat } from '@/lib/csv/formats'
import type { ListParams } from '@/lib/inspections/schema'
import type { AskedFollowUps } from './follow-ups-schema'
import type { BulkMark, NewClaim, QueueOrder, Review, ReviewMark } from './schema'

const schema = lateSchemas(() => import('./schema'))
const followUpSchema = lateSchemas(() => import('./follow-ups-schema'))

/** The current review from a conflict; null for every other error. */
export async function readConflict(error: unknown): Promise<Review | null> {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null
  const review = await schema('review')()
  const read = review.safeParse(error.current)
  return read.success ? read.data : null
}

/** The address of the file of a list of follow-ups. `zone` is the zone of the times in the file. */
export const followUpsFileHref = (
  asked: AskedFollowUps,
  look: { zone: string; columns: string; format: TableFormat },
): string => `/api/review/follow-ups/export${writeQuery({ ...asked, ...look })}`

const pathOf = (auditId: string) => `/api/review/${encodeURIComponent(auditId)}`

/** Query options of reviews. Keys start with 'reviews', so that one invalidation reaches all. */
export const reviewQueries = {
  all: queryKeys.reviews,

  detail: (auditId: string) =>
    queryOptions({
      queryKey: ['reviews', 'detail', auditId] as const,
      queryFn: ({ signal }) => reviewCalls.read(auditId, signal),
    }),

  /**
   * A snapshot: marked inspections stay in it until the queue is loaded again. `tabId` is not part of the key, because
   * it is the same as long as the page lives.
   */
  queue: (params: ListParams, order: QueueOrder, tabId?: string) =>
    queryOptions({
      // oxlint-disable-next-line @tanstack/query/exhaustive-deps -- see above
      queryKey: ['reviews', 'queue', params, order] as const,
      queryFn: ({ signal }) =>
        api.get('/api/review/queue', { ...params, order, tab: tabId }, schema('reviewQueue'), signal),
      staleTime: Infinity,
      refetchOnWindowFocus: false,
    }),

  followUps: (asked: AskedFollowUps) =>
    cursorPages(['reviews', 'follow-ups', asked], '/api/review/follow-ups', followUpSchema('followUpPage'), {
      asked: { ...asked },
      keepsPrevious: true,
    }),

  counts: () =>
    queryOptions({
      queryKey: queryKeys.reviewCounts,
      queryFn: ({ signal }) => api.get('/api/review/counts', undefined, schema('reviewCounts'), signal),
      staleTime: 5_000,
    }),

  /** Its key starts with the key of the counts, because both change with a mark. */
  today: (zone: string) =>
    queryOptions({
      queryKey: ['reviews', 'counts', 'today', zone] as const,
      queryFn: ({ signal }) => api.get('/api/review/today', { zone }, schema('reviewsToday'), signal),
    }),
}

/** Actions on reviews. Each resolves with what is stored, and rejects as `api` does. */
export const reviewCalls = {
  /** Does not use the cache, which could return a read that started before a change. */
  read: (auditId: string, signal?: AbortSignal) => api.get(pathOf(auditId), undefined, schema('reviewDetail'), signal),
  mark: (auditId: string, mark: ReviewMark) => api.put(pathOf(auditId), mark, schema('marked')),
  markMany: (mark: BulkMark) => api.post('/api/review/bulk', mark, schema('bulkMarked')),
  undo: (batchId: string) => api.post('/api/review/undo', { batchId }, schema('reviewUndone')),
  /** Resolves with the owner after the call: another person if the inspection was not free. */
  claim: (claim: NewClaim) => api.post('/api/review/claims', claim, schema('reviewClaim')),
  release: (auditId: string, tabId: string) => api.delete('/api/review/claims', { auditId, tabId }, noBody),
}

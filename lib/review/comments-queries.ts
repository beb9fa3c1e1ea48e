import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas, noBody } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { NewComment } from './comments-schema'

const schema = lateSchemas(() => import('./comments-schema'))

const pathOf = (auditId: string) => `/api/review/${encodeURIComponent(auditId)}/comments`
const pathOfOne = (commentId: string) => `/api/review/comments/${encodeURIComponent(commentId)}`

/** Query options of comments. Keys start with 'review-comments', so that one invalidation reaches all. */
export const commentQueries = {
  all: queryKeys.reviewComments,

  of: (auditId: string) =>
    queryOptions({
      queryKey: ['review-comments', 'of', auditId] as const,
      queryFn: ({ signal }) => api.get(pathOf(auditId), undefined, schema('commentList'), signal),
    }),

  mentions: () =>
    queryOptions({
      queryKey: ['review-comments', 'mentions'] as const,
      queryFn: ({ signal }) => api.get('/api/review/mentions', undefined, schema('mentionList'), signal),
    }),
}

/** Actions on comments. Each resolves with what is stored, and rejects as `api` does. */
export const commentCalls = {
  add: (auditId: string, comment: NewComment) => api.post(pathOf(auditId), comment, schema('reviewComment')),
  edit: (commentId: string, comment: NewComment) => api.patch(pathOfOne(commentId), comment, schema('reviewComment')),
  remove: (commentId: string) => api.delete(pathOfOne(commentId), undefined, noBody),
  readMentions: (until: string) => api.post('/api/review/mentions/read', { until }, noBody),
}

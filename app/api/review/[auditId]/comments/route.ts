import * as z from 'zod'
import { route } from '@/lib/http/route'
import { auditId } from '@/lib/ids'
import { listComments } from '@/lib/review/comments-data'
import { addComment } from '@/lib/review/comments-mutations'
import { commentList, newComment, reviewComment } from '@/lib/review/comments-schema'

export const dynamic = 'force-dynamic'

const params = z.object({ auditId })

export const GET = route(
  { summary: 'List the comments on an inspection', access: 'reviews:read', params, answer: commentList },
  ({ actor, params: { auditId: id } }) => listComments(actor, id),
)

export const POST = route(
  { summary: 'Comment on an inspection', access: 'reviews:write', params, body: newComment, answer: reviewComment },
  ({ actor, params: { auditId: id }, body }) => addComment(actor, id, body),
)

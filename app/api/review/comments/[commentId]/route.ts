import * as z from 'zod'
import { route } from '@/lib/http/route'
import { deleteComment, editComment } from '@/lib/review/comments-mutations'
import { newComment, reviewComment } from '@/lib/review/comments-schema'

export const dynamic = 'force-dynamic'

const params = z.object({ commentId: z.uuid() })

export const PATCH = route(
  {
    summary: 'Change one of your comments',
    access: 'reviews:write',
    params,
    body: newComment,
    answer: reviewComment,
  },
  ({ actor, params: { commentId }, body }) => editComment(actor, commentId, body),
)

export const DELETE = route(
  { summary: 'Delete one of your comments, or any comment as an admin', access: 'reviews:write', params },
  ({ actor, params: { commentId } }) => deleteComment(actor, commentId),
)

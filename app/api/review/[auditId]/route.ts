import * as z from 'zod'
import { route } from '@/lib/http/route'
import { auditId } from '@/lib/ids'
import { readReviewDetail } from '@/lib/review/data'
import { markInspection } from '@/lib/review/mutations'
import { marked, reviewDetail, reviewMark } from '@/lib/review/schema'

export const dynamic = 'force-dynamic'

const params = z.object({ auditId })

export const GET = route(
  {
    summary: 'Get the review of an inspection with its history',
    access: 'reviews:read',
    params,
    answer: reviewDetail,
  },
  ({ params: { auditId: id } }) => readReviewDetail(id),
)

export const PUT = route(
  {
    summary: 'Mark an inspection as reviewed or for follow-up, or remove its mark',
    access: 'reviews:write',
    params,
    body: reviewMark,
    answer: marked,
  },
  ({ actor, params: { auditId: id }, body }) => markInspection(actor, id, body),
)

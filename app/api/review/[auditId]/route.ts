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
    summary: 'Read the review of one inspection with its history',
    access: 'reviews:read',
    params,
    answer: reviewDetail,
  },
  ({ params: { auditId: id } }) => readReviewDetail(id),
)

export const PUT = route(
  {
    summary: 'Mark one inspection as reviewed or for follow-up, or take its mark back',
    access: 'reviews:write',
    params,
    body: reviewMark,
    answer: marked,
  },
  ({ actor, params: { auditId: id }, body }) => markInspection(actor, id, body),
)

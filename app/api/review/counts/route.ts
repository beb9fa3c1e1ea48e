import { route } from '@/lib/http/route'
import { countReviews } from '@/lib/review/counts-data'
import { reviewCounts } from '@/lib/review/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count inspections that wait for review and open follow-ups',
    access: 'reviews:read',
    answer: reviewCounts,
  },
  ({ actor }) => countReviews(actor),
)

import { route } from '@/lib/http/route'
import { countReviews } from '@/lib/review/counts-data'
import { reviewCounts } from '@/lib/review/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count open follow-ups and inspections that wait for review',
    access: 'reviews:read',
    answer: reviewCounts,
  },
  ({ actor }) => countReviews(actor),
)

import { route } from '@/lib/http/route'
import { readReviewInsight } from '@/lib/insights/trend-data'
import { insightQuery, reviewInsight } from '@/lib/insights/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count failed inspections by their review, and how long the review took',
    access: 'inspections:read',
    query: insightQuery,
    answer: reviewInsight,
  },
  ({ query }) => readReviewInsight(query),
)

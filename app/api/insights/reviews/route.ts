import { route } from '@/lib/http/route'
import { readReviewInsight } from '@/lib/insights/trend-data'
import { insightQuery, reviewInsight } from '@/lib/insights/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count failed inspections by review state, and measure how long reviews took',
    access: 'inspections:read',
    query: insightQuery,
    answer: reviewInsight,
  },
  ({ query }) => readReviewInsight(query),
)

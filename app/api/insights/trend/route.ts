import { route } from '@/lib/http/route'
import { readTrendInsight } from '@/lib/insights/trend-data'
import { trendQuery, trendInsight } from '@/lib/insights/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count inspections over time, with failures, scores and durations',
    access: 'inspections:read',
    query: trendQuery,
    answer: trendInsight,
  },
  ({ query }) => readTrendInsight(query),
)

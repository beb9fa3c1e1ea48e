import { route } from '@/lib/http/route'
import { readQuestionInsight } from '@/lib/insights/failures-data'
import { insightQuery, questionInsight } from '@/lib/insights/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the questions that failed most often, compared with the previous period',
    access: 'inspections:read',
    query: insightQuery,
    answer: questionInsight,
  },
  ({ query }) => readQuestionInsight(query),
)

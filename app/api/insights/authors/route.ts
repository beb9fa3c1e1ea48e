import { route } from '@/lib/http/route'
import { readAuthorInsight } from '@/lib/insights/sites-data'
import { insightQuery, authorInsight } from '@/lib/insights/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count completed and failed inspections by author',
    access: 'inspections:read',
    query: insightQuery,
    answer: authorInsight,
  },
  ({ query }) => readAuthorInsight(query),
)

import { route } from '@/lib/http/route'
import { readRepeatInsight } from '@/lib/insights/failures-data'
import { repeatsQuery, repeatInsight } from '@/lib/insights/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the questions that failed repeatedly at one site or asset',
    access: 'inspections:read',
    query: repeatsQuery,
    answer: repeatInsight,
  },
  ({ query }) => readRepeatInsight(query),
)

import { route } from '@/lib/http/route'
import { readPeriod } from '@/lib/overview/period-data'
import { overviewPeriod, periodQuery } from '@/lib/overview/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary:
      'Get the figures of a period: completed inspections, trend, and the sites and templates with most failures',
    access: 'inspections:read',
    query: periodQuery,
    answer: overviewPeriod,
  },
  ({ query }) => readPeriod(query),
)

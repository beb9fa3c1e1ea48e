import { route } from '@/lib/http/route'
import { readSiteInsight } from '@/lib/insights/sites-data'
import { insightQuery, siteInsight } from '@/lib/insights/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count completed and failed inspections by site and template',
    access: 'inspections:read',
    query: insightQuery,
    answer: siteInsight,
  },
  ({ query }) => readSiteInsight(query),
)

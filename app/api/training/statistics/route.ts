import { route } from '@/lib/http/route'
import { listStatistics } from '@/lib/training/data'
import { pageQuery, statisticsPage } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List training statistics, a page at a time',
    access: 'training:read',
    query: pageQuery,
    answer: statisticsPage,
  },
  ({ query, signal }) => listStatistics(query.page, { signal }),
)

import { route } from '@/lib/http/route'
import { readOverview } from '@/lib/overview/data'
import { overview } from '@/lib/overview/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get the figures of the overview: failures to review, jobs, freshness and the last 30 days',
    access: 'inspections:read',
    answer: overview,
  },
  () => readOverview(),
)

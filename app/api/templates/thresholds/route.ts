import { route } from '@/lib/http/route'
import { templateThresholds } from '@/lib/templates/schema'
import { readThresholds } from '@/lib/templates/thresholds-data'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the templates whose scores have thresholds of their own',
    access: 'inspections:read',
    answer: templateThresholds,
  },
  () => readThresholds(),
)

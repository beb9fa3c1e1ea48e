import { route } from '@/lib/http/route'
import { templateThresholds } from '@/lib/templates/schema'
import { readThresholds } from '@/lib/templates/thresholds-data'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the templates that have their own score thresholds',
    access: 'inspections:read',
    answer: templateThresholds,
  },
  () => readThresholds(),
)

import { route } from '@/lib/http/route'
import { listTemplates } from '@/lib/inspections/data'
import { templateOptions } from '@/lib/inspections/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the templates that inspections use, with counts',
    access: 'inspections:read',
    answer: templateOptions,
  },
  () => listTemplates(),
)

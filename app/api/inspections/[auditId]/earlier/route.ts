import * as z from 'zod'
import { route } from '@/lib/http/route'
import { auditId } from '@/lib/ids'
import { readEarlierFailures } from '@/lib/inspections/earlier-data'
import { earlierFailures } from '@/lib/report/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the failed questions of earlier inspections with the same template and site',
    access: 'inspections:read',
    params: z.object({ auditId }),
    answer: earlierFailures,
  },
  ({ params }) => readEarlierFailures(params.auditId),
)

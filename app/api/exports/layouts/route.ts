import * as z from 'zod'
import { listLayouts } from '@/lib/exports/data'
import { exportLayouts } from '@/lib/exports/schema'
import { layoutIdsMax } from '@/lib/exports/values-model'
import { route } from '@/lib/http/route'
import { auditId } from '@/lib/ids'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the report layouts available for some inspections',
    access: 'exports:write',
    query: z.object({
      /** IDs of the inspections, which must belong to one template for layouts to choose from. */
      auditId: z.array(auditId).min(1).max(layoutIdsMax),
    }),
    answer: exportLayouts,
  },
  ({ query, signal }) => listLayouts(query.auditId, { signal }),
)

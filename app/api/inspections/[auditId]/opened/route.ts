import * as z from 'zod'
import { route } from '@/lib/http/route'
import { auditId } from '@/lib/ids'
import { openedBody } from '@/lib/compare/diff-schema'
import { recordOpened } from '@/lib/inspections/versions-data'

// People who may read an inspection may also record that they have opened it.
export const POST = route(
  {
    summary: 'Record which version of an inspection you have opened',
    access: 'inspections:read',
    params: z.object({ auditId }),
    body: openedBody,
  },
  ({ actor, params, body }) => recordOpened(actor.userId, { ...params, ...body }),
)

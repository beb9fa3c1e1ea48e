import * as z from 'zod'
import { route } from '@/lib/http/route'
import { auditId } from '@/lib/ids'
import { versionList } from '@/lib/compare/diff-schema'
import { listVersions } from '@/lib/inspections/versions-data'

export const GET = route(
  {
    summary: 'List the stored versions of an inspection',
    access: 'inspections:read',
    params: z.object({ auditId }),
    answer: versionList,
  },
  ({ actor, params }) => listVersions(actor.userId, params.auditId),
)

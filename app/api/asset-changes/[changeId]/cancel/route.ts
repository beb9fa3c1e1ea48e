import * as z from 'zod'
import { cancelChange } from '@/lib/asset-changes/mutations'
import { changeSummary } from '@/lib/asset-changes/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Cancel the steps of a bulk change that have not started',
    access: 'assets:write',
    params: z.object({ changeId: z.uuid() }),
    answer: changeSummary,
  },
  ({ actor, params: { changeId } }) => cancelChange(actor, changeId),
)

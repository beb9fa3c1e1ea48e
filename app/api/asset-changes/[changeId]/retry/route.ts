import * as z from 'zod'
import { retryChange } from '@/lib/asset-changes/mutations'
import { changeRetry, changeSummary } from '@/lib/asset-changes/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Retry the failed steps of a bulk change',
    access: 'assets:write',
    params: z.object({ changeId: z.uuid() }),
    body: changeRetry,
    answer: changeSummary,
  },
  ({ actor, params: { changeId }, body }) => retryChange(actor, changeId, body),
)

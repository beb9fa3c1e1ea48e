import * as z from 'zod'
import { startedChange } from '@/lib/asset-changes/schema'
import { createUndo } from '@/lib/asset-changes/take-back'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Start a bulk change that undoes this one',
    access: 'status-groups:write',
    params: z.object({ changeId: z.uuid() }),
    answer: startedChange,
  },
  ({ actor, params: { changeId } }) => createUndo(actor, changeId),
)

import { route } from '@/lib/http/route'
import { steerReconcile } from '@/lib/system/mutations'
import { reconcileAction, syncRequested } from '@/lib/system/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Start, accept or cancel a full reconciliation with SafetyCulture',
    access: 'system:write',
    body: reconcileAction,
    answer: syncRequested,
  },
  ({ actor, body }) => steerReconcile(actor, body.action),
)

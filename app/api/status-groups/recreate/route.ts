import { route } from '@/lib/http/route'
import { recreateStatusGroup } from '@/lib/status-groups/recreate'
import { statusGroupRecreation, statusGroupWritten } from '@/lib/status-groups/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Recreate a deleted status group or status from the activity log',
    access: 'status-groups:write',
    body: statusGroupRecreation,
    answer: statusGroupWritten,
  },
  ({ actor, body: { activityId }, requestId }) => recreateStatusGroup(actor, activityId, { requestId }),
)

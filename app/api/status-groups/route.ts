import { route } from '@/lib/http/route'
import { readStatusGroupBoard } from '@/lib/status-groups/data'
import { createStatusGroup } from '@/lib/status-groups/mutations'
import { newStatusGroup, statusGroupBoard, statusGroupWritten } from '@/lib/status-groups/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'status-groups:read', answer: statusGroupBoard }, ({ signal }) =>
  readStatusGroupBoard({ signal }),
)

export const POST = route(
  { access: 'status-groups:write', body: newStatusGroup, answer: statusGroupWritten },
  ({ actor, body, requestId }) => createStatusGroup(actor, body, { requestId }),
)

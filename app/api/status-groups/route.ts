import { route } from '@/lib/http/route'
import { readStatusGroupBoard } from '@/lib/status-groups/data'
import { createStatusGroup } from '@/lib/status-groups/mutations'
import { newStatusGroup, statusGroupBoard, statusGroupWritten } from '@/lib/status-groups/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List status groups with their statuses and asset types',
    access: 'status-groups:read',
    answer: statusGroupBoard,
  },
  ({ signal }) => readStatusGroupBoard({ signal }),
)

export const POST = route(
  { summary: 'Create a status group', access: 'status-groups:write', body: newStatusGroup, answer: statusGroupWritten },
  ({ actor, body, requestId }) => createStatusGroup(actor, body, { requestId }),
)

import * as z from 'zod'
import { route } from '@/lib/http/route'
import { pathId } from '@/lib/ids'
import { readStatusGroup } from '@/lib/status-groups/data'
import { deleteStatusGroup, saveStatusGroup } from '@/lib/status-groups/mutations'
import { openedStatusGroup, statusGroupEdit, statusGroupRemoval, statusGroupWritten } from '@/lib/status-groups/schema'

export const dynamic = 'force-dynamic'

const params = z.object({ groupId: pathId })

export const GET = route(
  {
    summary: 'Get a status group with its revision',
    access: 'status-groups:read',
    params,
    answer: openedStatusGroup,
  },
  ({ params: { groupId }, signal }) => readStatusGroup(groupId, { signal }),
)

export const PATCH = route(
  {
    summary: 'Change the name and statuses of a status group',
    access: 'status-groups:write',
    params,
    body: statusGroupEdit,
    answer: statusGroupWritten,
  },
  ({ actor, params: { groupId }, body, requestId }) => saveStatusGroup(actor, groupId, body, { requestId }),
)

export const DELETE = route(
  {
    summary: 'Delete a status group',
    access: 'status-groups:write',
    params,
    body: statusGroupRemoval,
    answer: statusGroupWritten,
  },
  ({ actor, params: { groupId }, body, requestId }) => deleteStatusGroup(actor, groupId, body, { requestId }),
)

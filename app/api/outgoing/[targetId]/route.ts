import * as z from 'zod'
import { route } from '@/lib/http/route'
import { changeTarget, deleteTarget } from '@/lib/outgoing/mutations'
import { target, targetChange } from '@/lib/outgoing/schema'

export const dynamic = 'force-dynamic'

const params = z.object({ targetId: z.uuid() })

export const PATCH = route(
  {
    summary: 'Change an outgoing webhook target',
    access: 'rules:write',
    proof: 'fresh',
    params,
    body: targetChange,
    answer: target,
  },
  ({ actor, params: { targetId }, body }) => changeTarget(actor, targetId, body),
)

export const DELETE = route(
  { summary: 'Delete an outgoing webhook target', access: 'rules:write', params },
  ({ actor, params: { targetId } }) => deleteTarget(actor, targetId),
)

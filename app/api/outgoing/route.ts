import { route } from '@/lib/http/route'
import { listTargets } from '@/lib/outgoing/data'
import { createTarget } from '@/lib/outgoing/mutations'
import { newTarget, targetList, targetWithSecret } from '@/lib/outgoing/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ summary: 'List outgoing webhook targets', access: 'rules:read', answer: targetList }, () =>
  listTargets(),
)

export const POST = route(
  {
    summary: 'Create an outgoing webhook target',
    access: 'rules:write',
    proof: 'fresh',
    body: newTarget,
    answer: targetWithSecret,
  },
  ({ actor, body }) => createTarget(actor, body),
)

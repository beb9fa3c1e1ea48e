import * as z from 'zod'
import { route } from '@/lib/http/route'
import { rotateSecret } from '@/lib/outgoing/mutations'
import { targetWithSecret } from '@/lib/outgoing/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Replace the secret of an outgoing webhook target',
    access: 'rules:write',
    proof: 'fresh',
    params: z.object({ targetId: z.uuid() }),
    answer: targetWithSecret,
  },
  ({ actor, params: { targetId } }) => rotateSecret(actor, targetId),
)

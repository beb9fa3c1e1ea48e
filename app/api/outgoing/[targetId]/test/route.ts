import * as z from 'zod'
import { route } from '@/lib/http/route'
import { testTarget } from '@/lib/outgoing/mutations'
import { outgoingDelivery } from '@/lib/outgoing/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Send a test to an outgoing webhook target',
    access: 'rules:write',
    params: z.object({ targetId: z.uuid() }),
    answer: outgoingDelivery,
  },
  ({ actor, params: { targetId } }) => testTarget(actor, targetId),
)

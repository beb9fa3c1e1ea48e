import * as z from 'zod'
import { route } from '@/lib/http/route'
import { replayDelivery } from '@/lib/outgoing/mutations'
import { outgoingDelivery } from '@/lib/outgoing/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Resend an outgoing webhook delivery',
    access: 'rules:write',
    params: z.object({ deliveryId: z.uuid() }),
    answer: outgoingDelivery,
  },
  ({ actor, params: { deliveryId } }) => replayDelivery(actor, deliveryId),
)

import * as z from 'zod'
import { route } from '@/lib/http/route'
import { readWholeOutgoing } from '@/lib/outgoing/data'
import { wholeOutgoingDelivery } from '@/lib/outgoing/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get an outgoing webhook delivery with its body',
    access: 'rules:read',
    params: z.object({ deliveryId: z.uuid() }),
    answer: wholeOutgoingDelivery,
  },
  ({ params: { deliveryId } }) => readWholeOutgoing(deliveryId),
)

import { route } from '@/lib/http/route'
import { listOutgoing } from '@/lib/outgoing/data'
import { outgoingDeliveryPage, outgoingDeliveryQuery } from '@/lib/outgoing/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List outgoing webhook deliveries, newest first',
    access: 'rules:read',
    query: outgoingDeliveryQuery,
    answer: outgoingDeliveryPage,
  },
  ({ query }) => listOutgoing(query),
)

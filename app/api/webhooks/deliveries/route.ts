import { route } from '@/lib/http/route'
import { listDeliveries } from '@/lib/webhooks/data'
import { deliveryPage, deliveryQuery } from '@/lib/webhooks/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List webhook deliveries, newest first',
    access: 'webhooks:read',
    query: deliveryQuery,
    answer: deliveryPage,
  },
  ({ query }) => listDeliveries(query),
)

import { route } from '@/lib/http/route'
import { readDelivery } from '@/lib/webhooks/data'
import { deliveryPlace, wholeDelivery } from '@/lib/webhooks/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get a webhook delivery with its body',
    access: 'webhooks:read',
    params: deliveryPlace,
    answer: wholeDelivery,
  },
  ({ params }) => readDelivery(params.deliveryId),
)

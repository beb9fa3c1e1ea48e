import { route } from '@/lib/http/route'
import { replayDelivery } from '@/lib/webhooks/mutations'
import { delivery, deliveryPlace } from '@/lib/webhooks/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Process a webhook delivery again', access: 'webhooks:write', params: deliveryPlace, answer: delivery },
  ({ actor, params }) => replayDelivery(actor, params.deliveryId),
)

import { route } from '@/lib/http/route'
import { webhookDoor } from '@/lib/webhooks/instance'

export const dynamic = 'force-dynamic'

/** The service itself calls here: who it is shows in the signature, and nothing is done before that is looked at. */
export const POST = route(
  { summary: 'Receive a webhook delivery of the service', access: 'public', anyOrigin: true },
  ({ request, requestId }) => webhookDoor().receiver.receive(request, requestId),
)

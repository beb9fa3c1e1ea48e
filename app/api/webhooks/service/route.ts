import { route } from '@/lib/http/route'
import { webhookDoor } from '@/lib/webhooks/instance'

export const dynamic = 'force-dynamic'

/** Called by SafetyCulture itself. The signature proves the sender, and is verified before anything else. */
export const POST = route(
  {
    summary: 'Receive a webhook delivery from SafetyCulture',
    access: 'public',
    direct: 'POST /api/webhooks/service',
    anyOrigin: true,
  },
  ({ request, requestId }) => webhookDoor().receiver.receive(request, requestId),
)

import { route } from '@/lib/http/route'
import { listSubscriptions } from '@/lib/webhooks/data'
import { createSubscription } from '@/lib/webhooks/mutations'
import { newSubscription, subscriptionList, subscriptionWritten } from '@/lib/webhooks/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List webhook subscriptions', access: 'webhooks:read', answer: subscriptionList },
  () => listSubscriptions(),
)

export const POST = route(
  {
    summary: 'Create a webhook subscription',
    access: 'webhooks:write',
    body: newSubscription,
    answer: subscriptionWritten,
  },
  ({ actor, body }) => createSubscription(actor, body),
)

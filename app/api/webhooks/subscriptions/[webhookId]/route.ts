import { route } from '@/lib/http/route'
import { changeSubscription, deleteSubscription } from '@/lib/webhooks/mutations'
import { subscriptionChange, subscriptionPlace, subscriptionWritten } from '@/lib/webhooks/schema'

export const dynamic = 'force-dynamic'

export const PATCH = route(
  {
    summary: 'Change a webhook subscription',
    access: 'webhooks:write',
    params: subscriptionPlace,
    body: subscriptionChange,
    answer: subscriptionWritten,
  },
  ({ actor, params, body }) => changeSubscription(actor, params.webhookId, body),
)

export const DELETE = route(
  {
    summary: 'Delete a webhook subscription',
    access: 'webhooks:write',
    params: subscriptionPlace,
    answer: subscriptionWritten,
  },
  ({ actor, params }) => deleteSubscription(actor, params.webhookId),
)

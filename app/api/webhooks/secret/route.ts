import { route } from '@/lib/http/route'
import { writeSecret } from '@/lib/webhooks/mutations'
import { secretAsked, secretWritten } from '@/lib/webhooks/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Fetch the webhook secret from SafetyCulture, or replace it with a new one',
    access: 'webhooks:write',
    proof: 'fresh',
    body: secretAsked,
    answer: secretWritten,
  },
  ({ actor, body }) => writeSecret(actor, body.action),
)

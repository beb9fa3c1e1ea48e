import { createToken } from '@/lib/api-tokens/mutations'
import { createdApiToken, newApiToken, serviceAccountPlace } from '@/lib/api-tokens/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Create a token for a service account',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: serviceAccountPlace,
    body: newApiToken,
    answer: createdApiToken,
  },
  ({ actor, params, body }) => createToken(actor, params.accountId, body, { kind: 'service' }),
)

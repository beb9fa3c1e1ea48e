import { revokeToken } from '@/lib/api-tokens/mutations'
import { tokenPlace } from '@/lib/api-tokens/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const DELETE = route(
  {
    summary: 'Revoke the API token of any account',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: tokenPlace,
  },
  ({ actor, params }) => revokeToken(actor, params.tokenId),
)

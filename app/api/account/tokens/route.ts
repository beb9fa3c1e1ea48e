import { listOwnTokens } from '@/lib/api-tokens/data'
import { createToken } from '@/lib/api-tokens/mutations'
import { apiTokenList, createdApiToken, newApiToken } from '@/lib/api-tokens/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List your API tokens', access: 'signed-in', callers: 'people', answer: apiTokenList },
  ({ actor }) => listOwnTokens(actor),
)

export const POST = route(
  {
    summary: 'Create an API token for yourself',
    access: 'signed-in',
    callers: 'people',
    proof: 'fresh',
    body: newApiToken,
    answer: createdApiToken,
  },
  ({ actor, body }) => createToken(actor, actor.userId, body),
)

import { listOwnTokens } from '@/lib/api-tokens/data'
import { createToken } from '@/lib/api-tokens/mutations'
import { apiTokenList, createdApiToken, newApiToken } from '@/lib/api-tokens/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'signed-in', callers: 'people', answer: apiTokenList }, ({ actor }) =>
  listOwnTokens(actor),
)

export const POST = route(
  { access: 'signed-in', callers: 'people', proof: 'fresh', body: newApiToken, answer: createdApiToken },
  ({ actor, body }) => createToken(actor, actor.userId, body),
)

import { listTokensOfAccount } from '@/lib/api-tokens/data'
import { apiTokenList, tokenOwner } from '@/lib/api-tokens/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the API tokens of one account',
    access: 'people:read',
    callers: 'people',
    query: tokenOwner,
    answer: apiTokenList,
  },
  ({ query }) => listTokensOfAccount(query.userId),
)

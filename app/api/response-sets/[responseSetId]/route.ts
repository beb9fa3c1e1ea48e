import { route } from '@/lib/http/route'
import { readOneResponseSet } from '@/lib/response-sets/data'
import { responseSet, responseSetParams } from '@/lib/response-sets/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get a global response set with its responses',
    access: 'lists:read',
    params: responseSetParams,
    answer: responseSet,
  },
  ({ params, signal }) => readOneResponseSet(params.responseSetId, { signal }),
)

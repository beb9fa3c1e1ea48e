import { route } from '@/lib/http/route'
import { readOneResponseSet } from '@/lib/lists/data'
import { responseSet, responseSetParams } from '@/lib/lists/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { access: 'lists:read', params: responseSetParams, answer: responseSet },
  ({ params, signal }) => readOneResponseSet(params.responseSetId, { signal }),
)

import { route } from '@/lib/http/route'
import { readOnePath } from '@/lib/training/data'
import { pathParams, pathRow } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Get a learning path', access: 'training:read', params: pathParams, answer: pathRow },
  ({ params, signal }) => readOnePath(params.pathId, { signal }),
)

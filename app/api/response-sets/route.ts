import { route } from '@/lib/http/route'
import { listResponseSets } from '@/lib/response-sets/data'
import { responseSetList } from '@/lib/response-sets/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List global response sets', access: 'lists:read', answer: responseSetList },
  async ({ signal }) => ({
    responseSets: await listResponseSets({ signal }),
  }),
)

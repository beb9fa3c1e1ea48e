import { route } from '@/lib/http/route'
import { listConnections } from '@/lib/connections/data'
import { connectionList } from '@/lib/connections/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the people and groups that inspections can be shared with',
    access: 'lists:read',
    answer: connectionList,
  },
  async ({ signal }) => ({
    connections: await listConnections({ signal }),
  }),
)

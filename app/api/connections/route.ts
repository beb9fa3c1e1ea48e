import { route } from '@/lib/http/route'
import { listConnections } from '@/lib/connections/data'
import { connectionList } from '@/lib/connections/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the connections of the organization to other systems',
    access: 'lists:read',
    answer: connectionList,
  },
  async ({ signal }) => ({
    connections: await listConnections({ signal }),
  }),
)

import { rawWritePermission } from '@/lib/access/permissions'
import { passThrough } from '@/lib/pass-through/pass-through'
import { route } from '@/lib/http/route'

// Next tracks what a handler reads, with a wrapper for each request, unless everything is marked as dynamic.
export const dynamic = 'force-dynamic'

// Some operations read by POST. The pass-through knows from its table what a POST may do, and for whom.
const handler = route(
  {
    summary: 'Call a documented read operation of SafetyCulture',
    access: 'signed-in',
    direct: 'GET /api/service/[...path]',
    ownQuery: true,
  },
  passThrough,
)
const writes = route(
  { summary: 'Call a documented write operation of SafetyCulture', access: rawWritePermission, ownQuery: true },
  passThrough,
)

export { writes as DELETE, handler as GET, writes as PATCH, handler as POST, writes as PUT }

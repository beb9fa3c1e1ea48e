import { rawWritePermission } from '@/lib/access/permissions'
import { passThrough } from '@/lib/pass-through/pass-through'
import { route } from '@/lib/http/route'

// Also saves a wrapper for each request: Next tracks what a handler reads unless everything is marked as dynamic.
export const dynamic = 'force-dynamic'

// Some operations read by POST: what it may do for whom, the pass-through knows from its table.
const handler = route(
  { summary: 'Read from the service through its own documented operation', access: 'signed-in', ownQuery: true },
  passThrough,
)
const writes = route(
  { summary: 'Write to the service through its own documented operation', access: rawWritePermission, ownQuery: true },
  passThrough,
)

export { writes as DELETE, handler as GET, writes as PATCH, handler as POST, writes as PUT }

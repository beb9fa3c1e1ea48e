import * as z from 'zod'
import { route } from '@/lib/http/route'
import { endSession } from '@/lib/people/mutations'
import { userId } from '@/lib/people/schema'

export const dynamic = 'force-dynamic'

export const DELETE = route(
  {
    summary: 'End one session of a person',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: z.object({ userId, sessionId: z.uuid() }),
  },
  ({ actor, params }) => endSession(actor, params.userId, params.sessionId),
)

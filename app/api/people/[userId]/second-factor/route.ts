import * as z from 'zod'
import { route } from '@/lib/http/route'
import { removeSecondFactor } from '@/lib/people/mutations'
import { endedSessions, userId } from '@/lib/people/schema'

export const dynamic = 'force-dynamic'

export const DELETE = route(
  {
    summary: 'Remove the second factor and passkeys of a person',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: z.object({ userId }),
    answer: endedSessions,
  },
  ({ actor, params }) => removeSecondFactor(actor, params.userId),
)

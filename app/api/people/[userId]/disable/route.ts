import * as z from 'zod'
import { route } from '@/lib/http/route'
import { disableAccount } from '@/lib/people/mutations'
import { endedSessions, userId } from '@/lib/people/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Disable an account',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: z.object({ userId }),
    answer: endedSessions,
  },
  ({ actor, params }) => disableAccount(actor, params.userId),
)

import * as z from 'zod'
import { route } from '@/lib/http/route'
import { enableAccount } from '@/lib/people/mutations'
import { endedSessions, userId } from '@/lib/people/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Enable a disabled account',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: z.object({ userId }),
    answer: endedSessions,
  },
  ({ actor, params }) => enableAccount(actor, params.userId),
)

import * as z from 'zod'
import { route } from '@/lib/http/route'
import { signOutEverywhere } from '@/lib/people/mutations'
import { endedSessions, userId } from '@/lib/people/schema'

export const dynamic = 'force-dynamic'

export const DELETE = route(
  {
    summary: 'Sign a person out everywhere',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: z.object({ userId }),
    answer: endedSessions,
  },
  ({ actor, params }) => signOutEverywhere(actor, params.userId),
)

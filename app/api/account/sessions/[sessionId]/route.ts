import * as z from 'zod'
import { endOwnSession } from '@/lib/account/mutations'
import { endedSessions } from '@/lib/account/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const DELETE = route(
  {
    summary: 'Sign out one of your sessions',
    access: 'signed-in',
    callers: 'people',
    params: z.object({ sessionId: z.uuid() }),
    answer: endedSessions,
  },
  ({ actor, params }) => endOwnSession(actor, params.sessionId),
)

import * as z from 'zod'
import { route } from '@/lib/http/route'
import { readPerson } from '@/lib/people/list-data'
import { personDetail } from '@/lib/people/list-schema'
import { changeRole } from '@/lib/people/mutations'
import { endedSessions, roleChange, userId } from '@/lib/people/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get a person with their sessions',
    access: 'people:read',
    callers: 'people',
    params: z.object({ userId }),
    answer: personDetail,
  },
  ({ params, session }) => readPerson(params.userId, session?.sessionId ?? null),
)

export const PATCH = route(
  {
    summary: 'Change the role of a person',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: z.object({ userId }),
    body: roleChange,
    answer: endedSessions,
  },
  ({ actor, params, body }) => changeRole(actor, params.userId, body.role),
)

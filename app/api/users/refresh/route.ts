import * as z from 'zod'
import { route } from '@/lib/http/route'
import { userRefresher } from '@/lib/users/refresh'
import { userRefreshAnswer } from '@/lib/users/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Refresh the index of users from SafetyCulture in the background',
    access: 'user-jobs:write',
    body: z.object({}),
    answer: userRefreshAnswer,
  },
  () => {
    userRefresher().ask()
    return { isAsked: true } as const
  },
)

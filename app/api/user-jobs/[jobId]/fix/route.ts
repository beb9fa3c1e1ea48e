import * as z from 'zod'
import { route } from '@/lib/http/route'
import { readFixSheet } from '@/lib/user-jobs/reopen'
import { userFixSheet } from '@/lib/user-jobs/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get the rows of a user job that still need fixing, with their errors',
    access: 'user-jobs:write',
    params: z.object({ jobId: z.uuid() }),
    answer: userFixSheet,
  },
  ({ actor, params: { jobId } }) => readFixSheet(actor, jobId),
)

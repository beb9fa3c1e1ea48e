import * as z from 'zod'
import { route } from '@/lib/http/route'
import { readUserJob } from '@/lib/user-jobs/data'
import { userJobDetail } from '@/lib/user-jobs/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get a user job with its counts',
    access: 'user-jobs:read',
    params: z.object({ jobId: z.uuid() }),
    answer: userJobDetail,
  },
  ({ actor, params: { jobId } }) => readUserJob(actor, jobId),
)

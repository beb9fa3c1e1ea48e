import * as z from 'zod'
import { route } from '@/lib/http/route'
import { cancelUserJob } from '@/lib/user-jobs/mutations'
import { userJobSummary } from '@/lib/user-jobs/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Request the cancellation of a user job',
    access: 'user-jobs:write',
    params: z.object({ jobId: z.uuid() }),
    answer: userJobSummary,
  },
  ({ actor, params: { jobId } }) => cancelUserJob(actor, jobId),
)

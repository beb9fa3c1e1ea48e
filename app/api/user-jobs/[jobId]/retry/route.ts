import * as z from 'zod'
import { route } from '@/lib/http/route'
import { readRetryPlan, retryUserJob } from '@/lib/user-jobs/retry'
import { userJobSummary, userRetry, userRetryPlan } from '@/lib/user-jobs/schema'

export const dynamic = 'force-dynamic'

const params = z.object({ jobId: z.uuid() })

export const GET = route(
  {
    summary: 'Preview a retry of the failed rows of a user job',
    access: 'user-jobs:read',
    params,
    answer: userRetryPlan,
  },
  ({ params: { jobId } }) => readRetryPlan(jobId),
)

export const POST = route(
  {
    summary: 'Retry the failed rows of a user job as a new job',
    access: 'user-jobs:write',
    params,
    body: userRetry,
    answer: userJobSummary,
  },
  ({ actor, params: { jobId }, body: { states } }) => retryUserJob(actor, jobId, { states }),
)

import * as z from 'zod'
import { route } from '@/lib/http/route'
import { retryUserJob } from '@/lib/user-jobs/mutations'
import { userJobSummary } from '@/lib/user-jobs/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  { access: 'user-jobs:write', params: z.object({ jobId: z.uuid() }), answer: userJobSummary },
  ({ actor, params: { jobId } }) => retryUserJob(actor, jobId),
)

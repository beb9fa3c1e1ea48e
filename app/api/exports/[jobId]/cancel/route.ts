import * as z from 'zod'
import { cancelExportJob } from '@/lib/exports/mutations'
import { exportJobSummary } from '@/lib/exports/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Cancel the unfinished documents of an export',
    access: 'exports:write',
    params: z.object({ jobId: z.uuid() }),
    answer: exportJobSummary,
  },
  ({ actor, params: { jobId } }) => cancelExportJob(actor, jobId),
)

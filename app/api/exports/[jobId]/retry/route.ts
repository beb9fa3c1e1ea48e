import * as z from 'zod'
import { retryExportFiles } from '@/lib/exports/mutations'
import { exportJobSummary, exportRetry } from '@/lib/exports/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Retry the failed documents of an export',
    access: 'exports:write',
    bucket: 'exports',
    params: z.object({ jobId: z.uuid() }),
    body: exportRetry,
    answer: exportJobSummary,
  },
  ({ actor, params: { jobId }, body }) => retryExportFiles(actor, jobId, body),
)

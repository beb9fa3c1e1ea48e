import * as z from 'zod'
import { readExportJob } from '@/lib/exports/data'
import { forgetExportJob } from '@/lib/exports/mutations'
import { exportJob } from '@/lib/exports/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

const params = z.object({ jobId: z.uuid() })

export const GET = route(
  { summary: 'Get an export with the state of each document', access: 'inspections:read', params, answer: exportJob },
  ({ actor, params: { jobId } }) => readExportJob(actor, jobId),
)

export const DELETE = route(
  { summary: 'Remove an export and its documents from the list', access: 'exports:write', params },
  ({ actor, params: { jobId } }) => forgetExportJob(actor, jobId),
)

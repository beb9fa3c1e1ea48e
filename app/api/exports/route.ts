import { listExportJobs } from '@/lib/exports/data'
import { createExportJob } from '@/lib/exports/mutations'
import { exportJobList, exportListQuery, newExport, startedExport } from '@/lib/exports/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List your PDF and Word exports, newest first',
    access: 'inspections:read',
    query: exportListQuery,
    answer: exportJobList,
  },
  ({ actor, query }) => listExportJobs(actor, query),
)

export const POST = route(
  {
    summary: 'Start an export of inspections as PDF or Word documents',
    access: 'exports:write',
    bucket: 'exports',
    body: newExport,
    answer: startedExport,
  },
  ({ actor, body }) => createExportJob(actor, body),
)

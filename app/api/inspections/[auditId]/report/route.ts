import * as z from 'zod'
import { route } from '@/lib/http/route'
import { auditId } from '@/lib/ids'
import { readReport } from '@/lib/inspections/report-data'
import { reportAnswer } from '@/lib/report/schema'

export const GET = route(
  {
    summary: 'Get the report of an inspection: sections, answers, scores and media',
    access: 'inspections:read',
    params: z.object({ auditId }),
    answer: reportAnswer,
  },
  ({ params, signal }) => readReport(params.auditId, signal),
)

import * as z from 'zod'
import { route } from '@/lib/http/route'
import { auditId } from '@/lib/ids'
import { readReport } from '@/lib/inspections/report-data'
import { reportAnswer } from '@/lib/report/schema'
import { languageOf } from '@/lib/web/problem'

export const GET = route(
  {
    summary: 'Get the report of an inspection: sections, answers, scores and media',
    access: 'inspections:read',
    params: z.object({ auditId }),
    answer: reportAnswer,
  },
  ({ params, request, signal }) =>
    readReport(params.auditId, { language: languageOf(request.headers.get('accept-language')), signal }),
)

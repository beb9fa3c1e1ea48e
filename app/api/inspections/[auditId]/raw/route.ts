import * as z from 'zod'
import { route } from '@/lib/http/route'
import { auditId } from '@/lib/ids'
import { readRawDocument } from '@/lib/inspections/report-data'

export const GET = route(
  {
    summary: 'Get the document of an inspection as SafetyCulture returned it',
    answerType: 'application/json',
    access: 'inspections:read',
    params: z.object({ auditId }),
  },
  async ({ params, signal }) =>
    new Response(await readRawDocument(params.auditId, signal), {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    }),
)

import * as z from 'zod'
import { readFileLanguage } from '@/lib/account/data'
import { recordExport } from '@/lib/activity/mutations'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportTotalHeader } from '@/lib/inspections/params-model'
import { exportFailedRows } from '@/lib/user-jobs/failed-rows'
import { failedRowsQuery } from '@/lib/user-jobs/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Download the failed rows of a user job as CSV',
    answerType: 'text/csv',
    access: 'user-jobs:read',
    bucket: 'exports',
    params: z.object({ jobId: z.uuid() }),
    query: failedRowsQuery,
  },
  async ({ actor, params: { jobId }, query: { state }, request }) => {
    const language = await readFileLanguage(request.headers)
    const { csv, rows } = await exportFailedRows(jobId, undefined, state, language)
    await recordExport(actor, {
      action: 'user-job.export',
      objectKind: 'user-job',
      objectId: jobId,
      objectName: rows === 1 ? '1 user' : `${rows.toLocaleString('en')} users`,
      after: { rows, state },
    })
    return new Response(csv, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition('attachment', `failed-users-${jobId.slice(0, 8)}.csv`),
        [exportTotalHeader]: String(rows),
      },
    })
  },
)

import * as z from 'zod'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportTotalHeader } from '@/lib/inspections/schema'
import { exportFailedRows } from '@/lib/user-jobs/failed-rows'
import { failedRowsQuery } from '@/lib/user-jobs/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { access: 'user-jobs:read', bucket: 'exports', params: z.object({ jobId: z.uuid() }), query: failedRowsQuery },
  async ({ params: { jobId }, query: { state } }) => {
    const { csv, rows } = await exportFailedRows(jobId, undefined, state)
    return new Response(csv, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition('attachment', `failed-users-${jobId.slice(0, 8)}.csv`),
        [exportTotalHeader]: String(rows),
      },
    })
  },
)

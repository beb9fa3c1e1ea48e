import { readFileLanguage } from '@/lib/account/data'
import { exportActivity } from '@/lib/activity/export'
import { activityExportQuery } from '@/lib/activity/schema'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportTotalHeader } from '@/lib/inspections/params-model'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Download the activity log as CSV, Excel or JSON Lines',
    answerType: 'text/csv',
    access: 'activity:read',
    bucket: 'exports',
    query: activityExportQuery,
  },
  async ({ actor, query, request, signal }) => {
    const { name, type, total, body } = await exportActivity(actor, query, {
      signal,
      language: await readFileLanguage(request.headers),
    })
    return new Response(body, {
      headers: {
        'content-type': type,
        'content-disposition': contentDisposition('attachment', name),
        ...(total.isExact ? { [exportTotalHeader]: String(total.total) } : {}),
      },
    })
  },
)

import { readFileLanguage } from '@/lib/account/data'
import { recordExport } from '@/lib/activity/mutations'
import { tableTypes } from '@/lib/csv/formats'
import { tableFileName } from '@/lib/csv/table'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportFollowUps } from '@/lib/review/export'
import { followUpExportQuery } from '@/lib/review/follow-ups-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Download the list of follow-ups as CSV or Excel',
    answerType: 'text/csv',
    access: 'reviews:read',
    bucket: 'exports',
    query: followUpExportQuery,
  },
  async ({ actor, query, request, signal }) => {
    const { format, columns: _, ...after } = query
    const zone = query.zone?.[0] ?? query.tz?.[0] ?? 'UTC'
    await recordExport(actor, {
      action: 'follow-up.export',
      objectKind: 'inspection',
      objectId: null,
      objectName: 'follow-ups',
      after,
    })
    const language = await readFileLanguage(request.headers)
    return new Response(exportFollowUps(query, { actor, signal, language }), {
      headers: {
        'content-type': tableTypes[format],
        'content-disposition': contentDisposition(
          'attachment',
          tableFileName('follow-ups', new Date(), { zone, format }),
        ),
      },
    })
  },
)

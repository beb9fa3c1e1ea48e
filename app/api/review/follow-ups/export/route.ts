import { readFileLanguage } from '@/lib/account/data'
import { recordExport } from '@/lib/activity/mutations'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportFileName } from '@/lib/inspections/model'
import { exportFollowUps } from '@/lib/review/follow-ups-csv'
import { followUpExportQuery } from '@/lib/review/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Download follow-ups as CSV',
    answerType: 'text/csv',
    access: 'reviews:read',
    bucket: 'exports',
    query: followUpExportQuery,
  },
  async ({ actor, query, request, signal }) => {
    await recordExport(actor, {
      action: 'follow-up.export',
      objectKind: 'inspection',
      objectId: null,
      objectName: 'follow-ups',
      after: query,
    })
    const language = await readFileLanguage(request.headers)
    return new Response(exportFollowUps(query, { actor, signal, language }), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition(
          'attachment',
          exportFileName('follow-ups', new Date(), query.zone?.[0] ?? query.tz?.[0] ?? 'UTC'),
        ),
      },
    })
  },
)

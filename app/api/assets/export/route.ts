import { readFileLanguage } from '@/lib/account/data'
import { recordExport } from '@/lib/activity/mutations'
import { tableTypes } from '@/lib/csv/formats'
import { tableFileName } from '@/lib/csv/table'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportAssets } from '@/lib/assets/export'
import { assetExportQuery } from '@/lib/assets/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Download the list of assets as CSV or Excel',
    answerType: 'text/csv',
    access: 'assets:read',
    bucket: 'exports',
    query: assetExportQuery,
  },
  async ({ actor, query, request, signal }) => {
    const { tz: zone = 'UTC', format, columns: _, ...filter } = query
    await recordExport(actor, {
      action: 'asset.export',
      objectKind: 'asset',
      objectId: null,
      objectName: 'assets',
      after: filter,
    })
    const language = await readFileLanguage(request.headers)
    return new Response(exportAssets(query, { language, signal }), {
      headers: {
        'content-type': tableTypes[format],
        'content-disposition': contentDisposition('attachment', tableFileName('assets', new Date(), { zone, format })),
      },
    })
  },
)

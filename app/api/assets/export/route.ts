import { sendList } from '@/app/api/list-file'
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
  ({ actor, query, request, signal }) => {
    const { tz: zone = 'UTC', format, columns: _, ...after } = query
    return sendList(
      { actor, request },
      { name: 'assets', zone, format },
      { action: 'asset.export', objectKind: 'asset', after },
      (language) => exportAssets(query, { language, signal }),
    )
  },
)

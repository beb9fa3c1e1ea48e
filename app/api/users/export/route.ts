import { readFileLanguage } from '@/lib/account/data'
import { recordExport } from '@/lib/activity/mutations'
import { tableTypes } from '@/lib/csv/formats'
import { tableFileName } from '@/lib/csv/table'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportUsers } from '@/lib/users/export'
import { userExportQuery } from '@/lib/users/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Download the list of users as CSV or Excel',
    answerType: 'text/csv',
    access: 'user-jobs:read',
    bucket: 'exports',
    query: userExportQuery,
  },
  async ({ actor, query, request, signal }) => {
    const { tz: zone = 'UTC', format, columns: _, groupBy: _groups, ...filter } = query
    await recordExport(actor, {
      action: 'user.export',
      objectKind: 'user',
      objectId: null,
      objectName: 'users',
      after: filter,
    })
    const language = await readFileLanguage(request.headers)
    return new Response(exportUsers(query, { language, signal }), {
      headers: {
        'content-type': tableTypes[format],
        'content-disposition': contentDisposition('attachment', tableFileName('users', new Date(), { zone, format })),
      },
    })
  },
)

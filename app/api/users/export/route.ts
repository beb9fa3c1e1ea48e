import { readFileLanguage } from '@/lib/account/data'
import { recordExport } from '@/lib/activity/mutations'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportFileName } from '@/lib/inspections/model'
import { streamUsersCsv } from '@/lib/users/export'
import { userExportQuery } from '@/lib/users/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Download users as CSV, as the list shows them',
    answerType: 'text/csv',
    access: 'user-jobs:read',
    bucket: 'exports',
    query: userExportQuery,
  },
  async ({ actor, query: { tz: zone = 'UTC', ...filter }, request, signal }) => {
    await recordExport(actor, {
      action: 'user.export',
      objectKind: 'user',
      objectId: null,
      objectName: 'users',
      after: filter,
    })
    const language = await readFileLanguage(request.headers)
    return new Response(streamUsersCsv(filter, { zone, language, signal }), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition('attachment', exportFileName('users', new Date(), zone)),
      },
    })
  },
)

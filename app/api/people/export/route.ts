import { readFileLanguage } from '@/lib/account/data'
import { recordExport } from '@/lib/activity/mutations'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportFileName } from '@/lib/inspections/model'
import { exportPeople } from '@/lib/people/list-data'
import { peopleExportQuery } from '@/lib/people/list-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Download people as CSV',
    answerType: 'text/csv',
    access: 'people:read',
    callers: 'people',
    bucket: 'exports',
    query: peopleExportQuery,
  },
  async ({ actor, query, request }) => {
    await recordExport(actor, {
      action: 'account.export',
      objectKind: 'account',
      objectId: null,
      objectName: 'people',
      after: query,
    })
    return new Response(await exportPeople({ ...query, language: await readFileLanguage(request.headers) }), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition(
          'attachment',
          exportFileName('people', new Date(), query.tz ?? 'UTC'),
        ),
      },
    })
  },
)

import { may } from '@/lib/access/permissions'
import { recordExport } from '@/lib/activity/mutations'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { openPermissions, openTypes, streamOpenData } from '@/lib/open-data/export'
import { openPlace, openQuery } from '@/lib/open-data/schema'
import { serverText } from '@/lib/server-text'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Stream a whole table as JSON Lines, CSV or Excel, starting after a cursor',
    answerType: 'application/x-ndjson',
    access: 'inspections:read',
    bucket: 'exports',
    params: openPlace,
    query: openQuery,
  },
  async ({ actor, params: { table }, query: { format, after }, signal }) => {
    if (!may(actor, openPermissions[table])) throw new AppError('forbidden', serverText('openData.forbidden'))
    const body = await streamOpenData({ table, format, after, origin: settings().publicUrl }, { signal })
    await recordExport(actor, {
      action: 'open-data.export',
      objectKind: 'open-data',
      objectId: table,
      objectName: table,
      after: { format, isResumed: after !== undefined },
    })
    return new Response(body, {
      headers: {
        'content-type': openTypes[format],
        'content-disposition': contentDisposition('attachment', `${table}.${format}`),
      },
    })
  },
)

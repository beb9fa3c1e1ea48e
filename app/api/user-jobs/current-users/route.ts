import { recordExport } from '@/lib/activity/mutations'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportTotalHeader } from '@/lib/inspections/params-model'
import { exportCurrentUsers } from '@/lib/user-jobs/current-users'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Download the current users as CSV', answerType: 'text/csv', access: 'user-jobs:read', bucket: 'exports' },
  async ({ actor, signal }) => {
    const { csv, rows, isCut, source } = await exportCurrentUsers({ signal })
    await recordExport(actor, {
      action: 'user.export',
      objectKind: 'user',
      objectId: null,
      objectName: rows === 1 ? '1 user' : `${rows.toLocaleString('en')} users`,
      after: { rows, source, ...(isCut ? { isCut } : {}) },
    })
    const name = source === 'service' ? 'current-users' : 'users-known-from-jobs'
    return new Response(csv, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        // People who download the file see only its name, so the name says what the file contains.
        'content-disposition': contentDisposition('attachment', isCut ? `${name}-first-${rows}.csv` : `${name}.csv`),
        [exportTotalHeader]: String(rows),
        'x-users-source': source,
        'x-users-cut': String(isCut),
      },
    })
  },
)

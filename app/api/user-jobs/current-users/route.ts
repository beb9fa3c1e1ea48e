import { recordExport } from '@/lib/activity/mutations'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportTotalHeader } from '@/lib/inspections/schema'
import { exportCurrentUsers } from '@/lib/user-jobs/current-users'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'user-jobs:read', bucket: 'exports' }, async ({ actor, signal }) => {
  const { csv, rows, source } = await exportCurrentUsers({ signal })
  await recordExport(actor, {
    action: 'user.export',
    objectKind: 'user',
    objectId: null,
    objectName: rows === 1 ? '1 user' : `${rows.toLocaleString('en')} users`,
    after: { rows, source },
  })
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition(
        'attachment',
        source === 'service' ? 'current-users.csv' : 'users-known-from-jobs.csv',
      ),
      [exportTotalHeader]: String(rows),
      'x-users-source': source,
    },
  })
})

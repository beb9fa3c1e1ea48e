import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportTotalHeader } from '@/lib/inspections/schema'
import { exportCurrentUsers } from '@/lib/user-jobs/current-users'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'user-jobs:read', bucket: 'exports' }, async ({ signal }) => {
  const { csv, rows, source } = await exportCurrentUsers({ signal })
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

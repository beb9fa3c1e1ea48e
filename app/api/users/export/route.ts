import { sendList } from '@/app/api/list-file'
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
  ({ actor, query, request, signal }) => {
    const { tz: zone = 'UTC', format, columns: _, groupBy: _groups, ...after } = query
    return sendList(
      { actor, request },
      { name: 'users', zone, format },
      { action: 'user.export', objectKind: 'user', after },
      (language) => exportUsers(query, { language, signal }),
    )
  },
)

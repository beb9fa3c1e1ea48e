import { sendList } from '@/app/api/list-file'
import { route } from '@/lib/http/route'
import { exportFollowUps } from '@/lib/review/export'
import { followUpExportQuery } from '@/lib/review/follow-ups-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Download the list of follow-ups as CSV or Excel',
    answerType: 'text/csv',
    access: 'reviews:read',
    bucket: 'exports',
    query: followUpExportQuery,
  },
  ({ actor, query, request, signal }) => {
    const { format, columns: _, ...after } = query
    const zone = query.zone?.[0] ?? query.tz?.[0] ?? 'UTC'
    return sendList(
      { actor, request },
      { name: 'follow-ups', zone, format },
      { action: 'follow-up.export', objectKind: 'inspection', after },
      (language) => exportFollowUps(query, { actor, signal, language }),
    )
  },
)

import { listActivity } from '@/lib/activity/data'
import { activityPage, activityQuery } from '@/lib/activity/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List activity log entries, newest first',
    access: 'activity:read',
    query: activityQuery,
    answer: activityPage,
  },
  ({ actor, query }) => listActivity(actor, query),
)

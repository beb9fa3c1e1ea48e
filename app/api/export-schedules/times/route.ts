import { previewTimes } from '@/lib/export-schedules/data'
import { scheduleTimes, timesQuery } from '@/lib/export-schedules/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the next five run times of a cron expression in a time zone',
    access: 'schedules:read',
    query: timesQuery,
    answer: scheduleTimes,
  },
  ({ query }) => previewTimes(query),
)

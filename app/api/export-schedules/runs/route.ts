import { listRuns } from '@/lib/export-schedules/data'
import { runPage, runsQuery } from '@/lib/export-schedules/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List runs of scheduled exports, newest first',
    access: 'schedules:read',
    query: runsQuery,
    answer: runPage,
  },
  ({ query }) => listRuns(query),
)

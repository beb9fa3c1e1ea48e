import { listSchedules } from '@/lib/export-schedules/data'
import { createSchedule } from '@/lib/export-schedules/mutations'
import { exportSchedule, newSchedule, scheduleList } from '@/lib/export-schedules/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List the scheduled exports', access: 'schedules:read', answer: scheduleList },
  () => listSchedules(),
)

export const POST = route(
  {
    summary: 'Schedule an export',
    access: 'schedules:write',
    proof: 'fresh',
    body: newSchedule,
    answer: exportSchedule,
  },
  ({ actor, body }) => createSchedule(actor, body),
)

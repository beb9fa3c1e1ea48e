import * as z from 'zod'
import { changeSchedule, deleteSchedule } from '@/lib/export-schedules/mutations'
import { exportSchedule, scheduleChange } from '@/lib/export-schedules/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

const params = z.object({ scheduleId: z.uuid() })

export const PUT = route(
  {
    summary: 'Change a scheduled export',
    access: 'schedules:write',
    proof: 'fresh',
    params,
    body: scheduleChange,
    answer: exportSchedule,
  },
  ({ actor, params: { scheduleId }, body }) => changeSchedule(actor, scheduleId, body),
)

export const DELETE = route(
  { summary: 'Delete a scheduled export', access: 'schedules:write', params },
  ({ actor, params: { scheduleId } }) => deleteSchedule(actor, scheduleId),
)

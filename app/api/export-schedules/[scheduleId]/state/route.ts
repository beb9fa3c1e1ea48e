import * as z from 'zod'
import { setScheduleState } from '@/lib/export-schedules/mutations'
import { exportSchedule, scheduleState } from '@/lib/export-schedules/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Pause or resume a scheduled export',
    access: 'schedules:write',
    params: z.object({ scheduleId: z.uuid() }),
    body: scheduleState,
    answer: exportSchedule,
  },
  ({ actor, params: { scheduleId }, body }) => setScheduleState(actor, scheduleId, body),
)

import * as z from 'zod'
import { restoreSchedule } from '@/lib/export-schedules/mutations'
import { exportSchedule } from '@/lib/export-schedules/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Restore a deleted scheduled export',
    access: 'schedules:write',
    params: z.object({ scheduleId: z.uuid() }),
    answer: exportSchedule,
  },
  ({ actor, params: { scheduleId } }) => restoreSchedule(actor, scheduleId),
)

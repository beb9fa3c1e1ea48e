import * as z from 'zod'
import { startRun } from '@/lib/export-schedules/mutations'
import { exportSchedule } from '@/lib/export-schedules/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Run a scheduled export now',
    access: 'schedules:write',
    bucket: 'exports',
    params: z.object({ scheduleId: z.uuid() }),
    answer: exportSchedule,
  },
  ({ actor, params: { scheduleId } }) => startRun(actor, scheduleId),
)

import * as z from 'zod'
import { readActivityEntry } from '@/lib/activity/data'
import { activityEntry } from '@/lib/activity/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get an activity log entry',
    access: 'activity:read',
    params: z.object({ activityId: z.uuid() }),
    answer: activityEntry,
  },
  ({ actor, params: { activityId } }) => readActivityEntry(actor, activityId),
)

import * as z from 'zod'
import { route } from '@/lib/http/route'
import { zipProgress } from '@/lib/media/schema'
import { zipJobs } from '@/lib/media/zips/jobs'

export const POST = route(
  {
    summary: 'Resume a paused zip download',
    access: 'media:read',
    params: z.object({ zipId: z.uuid() }),
    answer: zipProgress,
  },
  ({ actor, params }) => zipJobs().resume(actor.userId, params.zipId),
)

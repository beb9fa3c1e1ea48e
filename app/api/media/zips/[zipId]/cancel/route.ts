import * as z from 'zod'
import { route } from '@/lib/http/route'
import { zipProgress } from '@/lib/media/schema'
import { zipJobs } from '@/lib/media/zips/jobs'

export const POST = route(
  {
    summary: 'Cancel a zip download',
    access: 'media:read',
    params: z.object({ zipId: z.uuid() }),
    answer: zipProgress,
  },
  ({ actor, params }) => zipJobs().cancel(actor.userId, params.zipId),
)

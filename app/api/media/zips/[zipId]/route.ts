import * as z from 'zod'
import { route } from '@/lib/http/route'
import { zipProgress } from '@/lib/media/schema'
import { zipJobs } from '@/lib/media/zips/jobs'

export const GET = route(
  {
    summary: 'Get the progress of a zip download',
    access: 'media:read',
    params: z.object({ zipId: z.uuid() }),
    answer: zipProgress,
  },
  ({ actor, params }) => zipJobs().read(actor.userId, params.zipId),
)

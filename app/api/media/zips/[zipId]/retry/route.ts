import * as z from 'zod'
import { describeZip, recordExport } from '@/lib/activity/mutations'
import { route } from '@/lib/http/route'
import { zipStarted } from '@/lib/media/schema'
import { zipJobs } from '@/lib/media/zips/jobs'

/** Prepares a new zip with the files that are missing in this one. */
export const POST = route(
  {
    summary: 'Prepare a new zip of the files that are missing in this one',
    access: 'media:read',
    bucket: 'exports',
    params: z.object({ zipId: z.uuid() }),
    answer: zipStarted,
  },
  async ({ actor, params }) => {
    const started = await zipJobs().retry(actor.userId, params.zipId)
    await recordExport(actor, describeZip(started))
    return started
  },
)

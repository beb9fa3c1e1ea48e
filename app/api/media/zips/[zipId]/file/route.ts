import * as z from 'zod'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { zipJobs } from '@/lib/media/zips/jobs'
import { service } from '@/lib/service/instance'

/** Sends the zip while it is being created, so its length is unknown beforehand and ranges are not supported. */
export const GET = route(
  {
    summary: 'Download a prepared zip, once',
    answerType: 'application/zip',
    access: 'media:read',
    bucket: 'media',
    params: z.object({ zipId: z.uuid() }),
  },
  async ({ actor, params, signal }) => {
    const { fileName, body } = await zipJobs().open(actor.userId, params.zipId, { service: service(), signal })
    return new Response(body, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': contentDisposition('attachment', fileName),
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'none',
      },
    })
  },
)

import * as z from 'zod'
import { route } from '@/lib/http/route'
import * as ids from '@/lib/ids'
import { newPoster, posterAnswer } from '@/lib/media/schema'
import { keepPoster } from '@/lib/media/thumbs/poster'

export const dynamic = 'force-dynamic'

// Other people see the picture, so people who may only read cannot add one.
export const PUT = route(
  {
    summary: 'Store an image as the thumbnail of a video, PDF or HEIC photo',
    access: 'reviews:write',
    callers: 'people',
    bucket: 'posters',
    params: z.object({ auditId: ids.auditId, mediaId: ids.mediaId }),
    body: newPoster,
    answer: posterAnswer,
  },
  ({ params, body, actor, signal }) => keepPoster({ ...params, ...body, owner: actor.userId, signal }),
)

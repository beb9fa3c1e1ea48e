import { route } from '@/lib/http/route'
import { answerThumbs } from '@/lib/media/thumbs/answer'
import { thumbs } from '@/lib/media/thumbs/instance'
import { thumbBatchQuery } from '@/lib/media/thumbs-schema'
import { requireBudget } from '@/lib/web/throttle'

// Loads a wall of two hundred thumbnails with one or two requests. As with single thumbnails, browsers may store the
// response but must revalidate it before each use. Only stored thumbnails are sent: nothing is requested from the
// service, and no thumbnail is created.
export const GET = route(
  {
    summary: 'Get the stored thumbnails of several files',
    answerType: 'application/octet-stream',
    access: 'media:read',
    callers: 'people',
    bucket: 'thumbs',
    cache: 'revalidate',
    query: thumbBatchQuery,
  },
  ({ query, actor, request, signal }) => {
    // The request itself was already counted for the first file.
    requireBudget(actor.userId, 'thumbs', query.files.length - 1)
    return answerThumbs(thumbs(), request.headers, { ...query, signal })
  },
)

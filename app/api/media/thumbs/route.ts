import { route } from '@/lib/http/route'
import { answerThumbs } from '@/lib/media/thumbs/answer'
import { thumbs } from '@/lib/media/thumbs/instance'
import { thumbBatchQuery } from '@/lib/media/thumbs-schema'
import { requireBudget } from '@/lib/web/throttle'

// A wall of two hundred with one or two requests. As with single ones, browsers may keep the answer but must ask before
// they use it. Only kept thumbnails are sent: nothing is requested from the service, and none is made.
export const GET = route(
  {
    summary: 'Get the kept thumbnails of many files',
    answerType: 'application/octet-stream',
    access: 'media:read',
    callers: 'people',
    bucket: 'thumbs',
    cache: 'revalidate',
    query: thumbBatchQuery,
  },
  ({ query, actor, request, signal }) => {
    // The request itself counted as the first one.
    requireBudget(actor.userId, 'thumbs', query.files.length - 1)
    return answerThumbs(thumbs(), request.headers, { ...query, signal })
  },
)

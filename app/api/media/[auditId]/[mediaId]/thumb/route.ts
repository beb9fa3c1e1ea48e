import * as z from 'zod'
import { route } from '@/lib/http/route'
import * as ids from '@/lib/ids'
import { answerThumb } from '@/lib/media/thumbs/answer'
import { thumbs } from '@/lib/media/thumbs/instance'

// Browsers may keep thumbnails, the one exception to "no answer of /api is stored": a wall of two hundred is looked at
// again and again. They must ask before they show one (no-cache), so that session and permission are checked each time,
// and signing out has them cleared (lib/sign-in/sign-in.ts).
export const GET = route(
  {
    summary: 'Get a thumbnail of one file of an inspection',
    answerType: 'image/webp',
    access: 'media:read',
    bucket: 'thumbs',
    cache: 'revalidate',
    params: z.object({ auditId: ids.auditId, mediaId: ids.mediaId }),
    query: z.object({
      size: z.enum(['small', 'medium', 'large']),
      /** `1` makes none: 204 when there is none. */
      kept: z.literal('1').optional(),
    }),
  },
  ({ params, query: { size, kept }, actor, request, signal, requestId }) =>
    answerThumb(
      thumbs(),
      request.headers,
      { ...params, size, owner: actor.userId, signal, requestId },
      { makesNone: kept === '1' },
    ),
)

import * as z from 'zod'
import { route } from '@/lib/http/route'
import * as ids from '@/lib/ids'
import { answerThumb } from '@/lib/media/thumbs/answer'
import { thumbs } from '@/lib/media/thumbs/instance'

// Browsers may store thumbnails, because people open a wall of two hundred again and again. This is the only exception
// to "no response of /api is stored". Browsers must revalidate before they show one (no-cache), so that session and
// permission are checked each time. Signing out clears them (lib/sign-in/sign-in.ts).
export const GET = route(
  {
    summary: 'Get the thumbnail of a file of an inspection',
    answerType: 'image/webp',
    access: 'media:read',
    bucket: 'thumbs',
    cache: 'revalidate',
    params: z.object({ auditId: ids.auditId, mediaId: ids.mediaId }),
    query: z.object({
      /** Longest side: `small` is 160 pixels, `medium` 480, `large` 1,600. Images are never enlarged. */
      size: z.enum(['small', 'medium', 'large']),
      /** `1`: creates no thumbnail, and returns 204 if none is stored. */
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

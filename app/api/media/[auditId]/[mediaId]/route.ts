import * as z from 'zod'
import { mediaHeaders } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import * as ids from '@/lib/ids'
import { answerMedia, answerMediaHead, type MediaRequest } from '@/lib/media/answer'
import { service } from '@/lib/service/instance'

const declaration = {
  access: 'media:read',
  answerType: 'application/octet-stream',
  bucket: 'media',
  params: z.object({ auditId: ids.auditId, mediaId: ids.mediaId }),
  query: z.object({
    /** `1`: the browser saves the file instead of showing it. */
    download: z.literal('1').optional(),
    /** Name of the saved file. By default the ID of the file. */
    name: z.string().max(300).optional(),
  }),
} as const

interface Asked {
  params: { auditId: ids.AuditId; mediaId: ids.MediaId }
  query: { download?: '1' | undefined; name?: string | undefined }
  request: Request
  signal: AbortSignal
  requestId: string
}

function mediaRequest({ params, query, request, signal, requestId }: Asked): MediaRequest {
  return {
    ...params,
    headers: request.headers,
    signal,
    requestId,
    policy: (contentType) =>
      mediaHeaders(contentType, query.name ?? params.mediaId, { download: query.download === '1' }),
  }
}

// Responses of /api are never stored (S26), files included: a shared computer must not keep photos of someone who
// signed out. The page itself shows a photo again without a request, and videos are read by ranges.
export const GET = route({ summary: 'Download a file of an inspection, or ranges of it', ...declaration }, (input) =>
  answerMedia(service(), mediaRequest(input)),
)

export const HEAD = route({ summary: 'Get the type and size of a file of an inspection', ...declaration }, (input) =>
  answerMediaHead(service(), mediaRequest(input)),
)

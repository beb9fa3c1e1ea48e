import type { ThumbRequest, Thumbs } from './thumbs'

/**
 * A thumbnail for the browser; 304 without a body when it has it already.
 * @throws AppError as `Thumbs.read`
 */
export async function answerThumb(
  thumbs: Pick<Thumbs, 'read'>,
  headers: Headers,
  request: ThumbRequest,
): Promise<Response> {
  const { bytes, etag } = await thumbs.read(request)
  if (matches(headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: { etag } })
  return new Response(bytes, { headers: { etag, 'content-type': 'image/webp' } })
}

/** RFC 9110: a list of tags, or `*`. Weak ones match too, because compressing proxies make them weak. */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}

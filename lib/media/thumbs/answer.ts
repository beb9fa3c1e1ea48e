import type { ThumbRequest, Thumbs } from './thumbs'

/**
 * A thumbnail as the browser gets it; 304 without a body when it has this one already. `makesNone`: 204 when none is kept.
 * @throws AppError as `Thumbs.read`
 */
export async function answerThumb(
  thumbs: Pick<Thumbs, 'read' | 'readKept'>,
  headers: Headers,
  request: ThumbRequest,
  { makesNone = false }: { makesNone?: boolean } = {},
): Promise<Response> {
  const thumb = makesNone ? await thumbs.readKept(request) : await thumbs.read(request)
  if (thumb === null) return new Response(null, { status: 204 })
  const { bytes, etag } = thumb
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

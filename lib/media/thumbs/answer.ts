import { createHash } from 'node:crypto'
import type { ThumbBatchQuery } from '@/lib/media/thumbs-schema'
import { batchLimits, type ThumbFrame, writeFrameHead } from '@/lib/media/thumbs-model'
import type { Thumb } from './kept-thumb'
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

/** Reads at once of the disk or the bucket. */
const readsAtOnce = 16
/** How much of an answer is passed on at once. */
const chunkBytesWanted = 192 * 1024

/**
 * The kept thumbnails of many files, as frames (`thumbs-model.ts`); 304 when the browser has all of them already. Files
 * above the bytes of one answer have to be asked for alone.
 */
export async function answerThumbs(
  thumbs: Pick<Thumbs, 'readKept'>,
  headers: Headers,
  { files, size, signal }: ThumbBatchQuery & { signal: AbortSignal },
): Promise<Response> {
  const found: Array<Thumb | null> = []
  let next = 0
  const readSome = async () => {
    for (let at = next++; at < files.length; at = next++) {
      signal.throwIfAborted()
      const file = files[at]
      found[at] = file === undefined ? null : await thumbs.readKept({ ...file, size })
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, readSome))
  const hash = createHash('sha256')
  let bytes = 0
  const frames = found.map((thumb): ThumbFrame => {
    bytes += thumb?.bytes.byteLength ?? 0
    const frame = thumb === null ? 'none' : bytes > batchLimits.bytesMax ? 'alone' : thumb.bytes
    hash.update(typeof frame === 'string' ? frame : `${thumb?.etag}`)
    return frame
  })
  const etag = `"${hash.digest('base64url').slice(0, 27)}"`
  if (matches(headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: { etag } })
  return new Response(streamFrames(frames), { headers: { etag, 'content-type': 'application/octet-stream' } })
}

/** Frames in chunks that are put together when the reader wants them. */
function streamFrames(frames: readonly ThumbFrame[]): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const parts: Uint8Array[] = []
        for (let bytes = 0; at < frames.length && bytes < chunkBytesWanted; at += 1) {
          const frame = frames[at] ?? 'none'
          parts.push(writeFrameHead(frame), ...(typeof frame === 'string' ? [] : [frame]))
          bytes += typeof frame === 'string' ? 0 : frame.byteLength
        }
        if (parts.length > 0) controller.enqueue(Buffer.concat(parts))
        if (at >= frames.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** RFC 9110: a list of tags, or `*`. Weak ones match too, because compressing proxies make them weak. */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}

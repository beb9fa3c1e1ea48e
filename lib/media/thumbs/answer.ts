import { createHash } from 'node:crypto'
import type { ThumbBatchQuery } from '@/lib/media/thumbs-schema'
import { batchLimits, type ThumbFrame, writeFrameHead } from '@/lib/media/thumbs-model'
import type { Thumb } from './kept-thumb'
import type { ThumbRequest, Thumbs } from './thumbs'

/**
 * The response with a thumbnail, or 304 if the browser already has it. With `makesNone`: 204 if no thumbnail is stored.
 * @throws the same errors as `Thumbs.read`
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
  return new Response(bytes, {
    headers: { etag, 'content-type': 'image/webp', 'content-length': String(bytes.length) },
  })
}

/** Number of concurrent reads from the disk or the bucket. */
const readsAtOnce = 16
/** Bytes of a response that are sent as one chunk. */
const chunkBytesWanted = 192 * 1024

/**
 * The response with the stored thumbnails of many files as frames (`thumbs-model.ts`), or 304 if the browser already
 * has all of them. Files that would exceed the size of one response need separate requests.
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

/** Streams frames in chunks. A chunk is created when the reader requests it. */
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

/** RFC 9110: a list of tags, or `*`. Weak tags match too, because compressing proxies weaken tags. */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}

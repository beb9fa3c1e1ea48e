import { type ThumbSize } from './model'

/**
 * Many thumbnails in one request: the address that names the files, and the frames of the response. There is one frame
 * for each file, in the order of the address. A response that is cut off lacks its last frames.
 */

/** Sizes that screens show many of. */
export type BatchSize = Exclude<ThumbSize, 'large'>
export const batchSizes = ['small', 'medium'] as const satisfies readonly BatchSize[]

export interface BatchFile {
  auditId: string
  mediaId: string
}

/** Limits of one request. Proxies accept addresses of at least 8,000 characters. */
export const batchLimits = { filesMax: 120, hrefCharsMax: 6_000, bytesMax: 4 * 1024 * 1024 } as const

/** A file in a response: its thumbnail, `none` (no thumbnail is stored) or `alone` (needs a separate request). */
export type ThumbFrame = Uint8Array<ArrayBuffer> | 'none' | 'alone'

/** The address of the thumbnails of files: `files=<inspection>/<file>,<file>` for each inspection. */
export function batchHref(files: readonly BatchFile[], size: BatchSize): string {
  return `/api/media/thumbs?size=${size}${files.map((file, at) => writeFile(file, files[at - 1])).join('')}`
}

/** The part of the address for one file, without the inspection if the previous file has the same. */
function writeFile({ auditId, mediaId }: BatchFile, before: BatchFile | undefined): string {
  const media = encodeURIComponent(mediaId)
  return before?.auditId === auditId ? `,${media}` : `&files=${encodeURIComponent(auditId)}/${media}`
}

/** Divides files into batches within the limits of an address. */
export function cutBatches<File extends BatchFile>(files: readonly File[]): File[][] {
  const batches: File[][] = []
  let chars = 0
  for (const file of files) {
    const last = batches.at(-1)
    const more = writeFile(file, last?.at(-1)).length
    if (last === undefined || last.length === batchLimits.filesMax || chars + more > batchLimits.hrefCharsMax) {
      batches.push([file])
      chars = batchHref([file], 'medium').length
    } else {
      last.push(file)
      chars += more
    }
  }
  return batches
}

const headBytes = 4
/** Lengths in the heads of frames without bytes. */
const noneLength = 0
const aloneLength = 0xff_ff_ff_ff

/** The head before the bytes of a frame: the number of bytes, big-endian. */
export function writeFrameHead(frame: ThumbFrame): Uint8Array<ArrayBuffer> {
  const length = frame === 'none' ? noneLength : frame === 'alone' ? aloneLength : frame.byteLength
  const head = new Uint8Array(headBytes)
  new DataView(head.buffer).setUint32(0, length)
  return head
}

/** Reads frames from a response that arrives in pieces of any length. */
export class FrameReader {
  #rest = new Uint8Array(0)

  /**
   * Adds a piece and returns the frames that it completes.
   * @throws RangeError for a frame that is too large for a response
   */
  push(piece: Uint8Array): ThumbFrame[] {
    const bytes = new Uint8Array(this.#rest.byteLength + piece.byteLength)
    bytes.set(this.#rest)
    bytes.set(piece, this.#rest.byteLength)
    const view = new DataView(bytes.buffer)
    const frames: ThumbFrame[] = []
    let at = 0
    while (at + headBytes <= bytes.byteLength) {
      const length = view.getUint32(at)
      const start = at + headBytes
      if (length === noneLength || length === aloneLength) {
        frames.push(length === noneLength ? 'none' : 'alone')
        at = start
        continue
      }
      if (length > batchLimits.bytesMax) throw new RangeError('a frame is longer than an answer')
      if (start + length > bytes.byteLength) break
      frames.push(bytes.slice(start, start + length))
      at = start + length
    }
    this.#rest = bytes.slice(at)
    return frames
  }
}

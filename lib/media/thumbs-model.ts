import { type ThumbSize } from './model'

/**
 * Many thumbnails with one request: the address that names the files, and the frames of its answer, one for each file in
 * the order of the address. An answer that is cut off lacks its last frames.
 */

/** Sizes that are shown in numbers. */
export type BatchSize = Exclude<ThumbSize, 'large'>
export const batchSizes = ['small', 'medium'] as const satisfies readonly BatchSize[]

export interface BatchFile {
  auditId: string
  mediaId: string
}

/** Of one request. Proxies accept addresses of 8,000 characters. */
export const batchLimits = { filesMax: 120, hrefCharsMax: 6_000, bytesMax: 4 * 1024 * 1024 } as const

/** What an answer contains of a file: its thumbnail, that none is kept, or that it has to be asked for alone. */
export type ThumbFrame = Uint8Array<ArrayBuffer> | 'none' | 'alone'

/** The address of the thumbnails of files: `files=<inspection>/<file>,<file>` for each inspection. */
export function batchHref(files: readonly BatchFile[], size: BatchSize): string {
  return `/api/media/thumbs?size=${size}${files.map((file, at) => writeFile(file, files[at - 1])).join('')}`
}

/** The part of one file, shorter after another file of the same inspection. */
function writeFile({ auditId, mediaId }: BatchFile, before: BatchFile | undefined): string {
  const media = encodeURIComponent(mediaId)
  return before?.auditId === auditId ? `,${media}` : `&files=${encodeURIComponent(auditId)}/${media}`
}

/** Divides files into batches that keep the limits of an address. */
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
/** The length in the head of a frame without bytes. */
const noneLength = 0
const aloneLength = 0xff_ff_ff_ff

/** The head that precedes the bytes of a frame: their number, big-endian. */
export function writeFrameHead(frame: ThumbFrame): Uint8Array<ArrayBuffer> {
  const length = frame === 'none' ? noneLength : frame === 'alone' ? aloneLength : frame.byteLength
  const head = new Uint8Array(headBytes)
  new DataView(head.buffer).setUint32(0, length)
  return head
}

/** Reads frames from an answer that arrives in pieces of any length. */
export class FrameReader {
  #rest = new Uint8Array(0)

  /**
   * The frames that are complete with this piece.
   * @throws RangeError for a frame that no answer can contain
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

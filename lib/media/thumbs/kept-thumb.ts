import { createHash } from 'node:crypto'

export interface Thumb {
  bytes: Uint8Array<ArrayBuffer>
  /** A strong ETag, derived from the bytes. */
  etag: string
}

const magic = Buffer.from('SLT1')
const hashBytes = 32
const headBytes = magic.length + hashBytes

/** A thumbnail, and the content of its file, which begins with the hash of the bytes. */
export function sealThumb(bytes: Uint8Array): { thumb: Thumb; content: Buffer } {
  const hash = createHash('sha256').update(bytes).digest()
  return {
    thumb: { bytes: Uint8Array.from(bytes), etag: toEtag(hash) },
    content: Buffer.concat([magic, hash, bytes]),
  }
}

/** Reads a thumbnail from the content of its file. Null if the content is damaged. */
export function openThumb(file: Buffer): Thumb | null {
  if (file.byteLength <= headBytes || !file.subarray(0, magic.length).equals(magic)) return null
  const bytes = Uint8Array.from(file.subarray(headBytes))
  const hash = createHash('sha256').update(bytes).digest()
  return hash.equals(file.subarray(magic.length, headBytes)) ? { bytes, etag: toEtag(hash) } : null
}

function toEtag(hash: Buffer): string {
  return `"${hash.toString('base64url').slice(0, 27)}"`
}

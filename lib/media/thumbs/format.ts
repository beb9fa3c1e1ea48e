/** Formats that have thumbnails. All other files are refused by their first bytes, before a decoder reads them. */
export type ThumbFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

export type SniffedFormat = ThumbFormat | 'heic' | 'video' | 'pdf' | 'other'

/** The number of bytes that `sniffFormat` reads. */
export const sniffBytes = 64

const avifBrands = new Set(['avif', 'avis'])
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])

/**
 * The format of a file by its first bytes. Neither its name nor the service's Content-Type can be trusted.
 */
export function sniffFormat(head: Uint8Array): SniffedFormat {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, sniffBytes)).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.slice(4, 8) === 'ftyp') return sniffBoxes(head, text)
  if (text.startsWith('\x1aE\xdf\xa3')) return 'video'
  if (text.startsWith('%PDF-')) return 'pdf'
  return 'other'
}

/** ISO media files have a major brand and compatible brands. The major brand of AVIF pictures may be `mif1`. */
function sniffBoxes(head: Uint8Array, text: string): SniffedFormat {
  const boxBytes = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0)
  const brands = [text.slice(8, 12)]
  for (let at = 16; at + 4 <= Math.min(boxBytes, text.length); at += 4) brands.push(text.slice(at, at + 4))
  if (brands.some((brand) => avifBrands.has(brand))) return 'avif'
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : 'video'
}

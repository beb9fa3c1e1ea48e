import { crc32 } from './bytes'
import { makeExif } from './exif'
import { makeCertificate } from './certificate'
import { readMediaFile } from './files'
import { mediaRandom, type Asset } from './catalog'
import type { InspectionDocument, MediaRef } from '../types'

/**
 * The bytes of one media item. Items with the same asset differ in their metadata, so that no two share an entity tag. Null
 * when the service has no content for it yet.
 */
export function makeContent(asset: Asset, media: MediaRef, document: InspectionDocument): Buffer | null {
  if (asset.kind === 'missing') return null
  if (asset.kind === 'document') return makeCertificate(media.media_id, document)
  if (asset.file === null) return null
  const bytes = readMediaFile(asset.file)
  if (asset.ext === 'jpg') return spliceExif(bytes, asset, media, document)
  if (asset.ext === 'png') return splicePngText(bytes, media.media_id)
  // MP4 and HEIF consist of boxes; every reader skips a `free` box at the end.
  return Buffer.concat([bytes, makeFreeBox(media.media_id)])
}

function spliceExif(jpeg: Buffer, asset: Asset, media: MediaRef, document: InspectionDocument): Buffer {
  const random = mediaRandom(media.media_id)
  const exif = makeExif({
    takenAt: new Date(media.date_created),
    point: readPoint(document),
    model: random.pick(['SM-A546B', 'iPhone 14', 'CAT S62', 'Pixel 8a', 'SM-X208']),
    // One picture of each failed scene is stored rotated, as phones do.
    orientation: asset.file?.endsWith('-3.jpg') === true && asset.scene === 'extinguisher' ? 6 : 1,
    id: media.media_id,
  })
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

function readPoint(document: InspectionDocument): readonly [number, number] | null {
  const location = document.audit_data['location'] as
    | { started?: { geometry?: { coordinates?: number[] } } }
    | undefined
  const [longitude, latitude] = location?.started?.geometry?.coordinates ?? []
  return longitude === undefined || latitude === undefined ? null : [longitude, latitude]
}

/** Adds a text chunk right after the header of a PNG. */
function splicePngText(png: Buffer, id: string): Buffer {
  const headerEnd = 33
  const data = Buffer.from(`tEXtDocument\0${id}`, 'latin1')
  const chunk = Buffer.alloc(data.length + 8)
  chunk.writeUInt32BE(data.length - 4, 0)
  data.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(data), data.length + 4)
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)])
}

function makeFreeBox(id: string): Buffer {
  const text = Buffer.from(id, 'latin1')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(text.length + 8, 0)
  head.write('free', 4, 'latin1')
  return Buffer.concat([head, text])
}

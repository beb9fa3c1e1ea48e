/** The camera's data in a photo, limited to what interests people. Every field may be missing. */
export interface Exif {
  camera: string | null
  lens: string | null
  exposure: string | null
  /** Time of the camera's clock. An ISO instant if the camera wrote its offset, else local time without a zone. */
  takenAt: { text: string; hasZone: boolean } | null
  place: { latitude: number; longitude: number; altitudeMetres: number | null } | null
  software: string | null
}

/**
 * Reads the EXIF of a JPEG, HEIC, PNG or TIFF in this browser; null without EXIF. The parser is loaded only when it is
 * needed.
 */
export async function readExif(file: Blob): Promise<Exif | null> {
  const { parse } = await import('exifr')
  const tags: unknown = await parse(await file.arrayBuffer(), {
    tiff: true,
    exif: true,
    gps: true,
    xmp: false,
    icc: false,
    iptc: false,
    jfif: false,
    ihdr: false,
    // Revived dates would be in the browser's time zone, which has nothing to do with the camera's.
    reviveValues: false,
  })
  return typeof tags === 'object' && tags !== null ? describeExif(tags as Record<string, unknown>) : null
}

/** EXIF tags as text; null when none of them is of interest. */
export function describeExif(tags: Readonly<Record<string, unknown>>): Exif | null {
  const exif: Exif = {
    camera: describeCamera(textOf(tags['Make']), textOf(tags['Model'])),
    lens: textOf(tags['LensModel']),
    exposure: describeExposure(tags),
    takenAt: readTakenAt(tags),
    place: readPlace(tags),
    software: textOf(tags['Software']),
  }
  return Object.values(exif).some((value) => value !== null) ? exif : null
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).replaceAll('\0', ' ').trim()
  return text === '' ? null : text.slice(0, 120)
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** "Apple iPhone 15", but "Canon EOS R5" and not "Canon Canon EOS R5". */
function describeCamera(make: string | null, model: string | null): string | null {
  if (make === null || model === null) return model ?? make
  const maker = make.split(' ', 1)[0] ?? make
  return model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${make} ${model}`
}

/** "1/120 s · f/1.8 · ISO 64 · 26 mm" */
function describeExposure(tags: Readonly<Record<string, unknown>>): string | null {
  const [seconds, aperture, iso] = [
    numberOf(tags['ExposureTime']),
    numberOf(tags['FNumber']),
    numberOf(Array.isArray(tags['ISO']) ? tags['ISO'][0] : tags['ISO']),
  ]
  const focal = numberOf(tags['FocalLengthIn35mmFormat']) ?? numberOf(tags['FocalLength'])
  const parts = [
    seconds !== null && seconds > 0 && (seconds < 0.5 ? `1/${Math.round(1 / seconds)} s` : `${round(seconds)} s`),
    aperture !== null && aperture > 0 && `f/${round(aperture)}`,
    iso !== null && iso > 0 && `ISO ${Math.round(iso)}`,
    focal !== null && focal > 0 && `${round(focal)} mm`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : parts.join(' · ')
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function readTakenAt(tags: Readonly<Record<string, unknown>>): Exif['takenAt'] {
  const written = textOf(tags['DateTimeOriginal']) ?? textOf(tags['CreateDate'])
  const match = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(written ?? '')
  if (match === null) return null
  const [, year, month, day, time] = match
  const local = `${year}-${month}-${day}T${time}`
  const offset = textOf(tags['OffsetTimeOriginal']) ?? textOf(tags['OffsetTimeDigitized']) ?? textOf(tags['OffsetTime'])
  const zoned = /^(Z|[+-]\d{2}:\d{2})$/.test(offset ?? '') ? `${local}${offset}` : null
  if (zoned !== null && !Number.isNaN(Date.parse(zoned))) {
    return { text: new Date(zoned).toISOString(), hasZone: true }
  }
  // A camera whose clock was never set writes zeros.
  return Number.isNaN(Date.parse(`${local}Z`)) ? null : { text: local.replace('T', ' '), hasZone: false }
}

function readPlace(tags: Readonly<Record<string, unknown>>): Exif['place'] {
  const [latitude, longitude] = [numberOf(tags['latitude']), numberOf(tags['longitude'])]
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null
  // A camera without a GPS fix writes zeros, and 0, 0 is a place in the sea.
  if (latitude === 0 && longitude === 0) return null
  return { latitude, longitude, altitudeMetres: numberOf(tags['GPSAltitude']) }
}

/** Writes the EXIF segment (APP1) of a JPEG: big-endian TIFF with the main, the photo and the GPS directory. */
export interface ExifFacts {
  takenAt: Date
  /** Longitude first. */
  point: readonly [number, number] | null
  model: string
  orientation: number
  id: string
}

type Value =
  | { tag: number; type: 'text'; text: string }
  | { tag: number; type: 'short'; number: number }
  | { tag: number; type: 'long'; number: number }
  | { tag: number; type: 'ratio'; ratios: ReadonlyArray<readonly [number, number]> }

const typeCodes = { text: 2, short: 3, long: 4, ratio: 5 } as const

function encodeValue(value: Value): { count: number; data: Buffer } {
  if (value.type === 'text') {
    const data = Buffer.from(`${value.text}\0`, 'latin1')
    return { count: data.length, data }
  }
  if (value.type === 'ratio') {
    const data = Buffer.alloc(value.ratios.length * 8)
    for (const [at, [over, under]] of value.ratios.entries()) {
      data.writeUInt32BE(over, at * 8)
      data.writeUInt32BE(under, at * 8 + 4)
    }
    return { count: value.ratios.length, data }
  }
  const data = Buffer.alloc(4)
  if (value.type === 'short') data.writeUInt16BE(value.number, 0)
  else data.writeUInt32BE(value.number, 0)
  return { count: 1, data }
}

/** One directory that starts at `offset` of the TIFF block, followed by its long values. */
function encodeDirectory(values: readonly Value[], offset: number): Buffer {
  const sorted = [...values].sort((a, b) => a.tag - b.tag)
  const entries = Buffer.alloc(2 + sorted.length * 12 + 4)
  entries.writeUInt16BE(sorted.length, 0)
  const tails: Buffer[] = []
  let tailAt = offset + entries.length
  for (const [at, value] of sorted.entries()) {
    const { count, data } = encodeValue(value)
    const base = 2 + at * 12
    entries.writeUInt16BE(value.tag, base)
    entries.writeUInt16BE(typeCodes[value.type], base + 2)
    entries.writeUInt32BE(count, base + 4)
    if (data.length <= 4) data.copy(entries, base + 8)
    else {
      entries.writeUInt32BE(tailAt, base + 8)
      const padded = data.length % 2 === 0 ? data : Buffer.concat([data, Buffer.alloc(1)])
      tails.push(padded)
      tailAt += padded.length
    }
  }
  return Buffer.concat([entries, ...tails])
}

function toDegrees(value: number): ReadonlyArray<readonly [number, number]> {
  const absolute = Math.abs(value)
  const degrees = Math.floor(absolute)
  const minutes = Math.floor((absolute - degrees) * 60)
  const seconds = ((absolute - degrees) * 60 - minutes) * 60
  return [
    [degrees, 1],
    [minutes, 1],
    [Math.round(seconds * 100), 100],
  ]
}

/** The whole segment with its marker. It belongs right behind the start of the image. */
export function makeExif(facts: ExifFacts): Buffer {
  const time = facts.takenAt.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ')
  const photo: Value[] = [
    { tag: 0x9003, type: 'text', text: time },
    { tag: 0x9004, type: 'text', text: time },
    { tag: 0x9010, type: 'text', text: '+00:00' },
    { tag: 0xa420, type: 'text', text: facts.id.replaceAll('-', '') },
  ]
  const main: Value[] = [
    { tag: 0x010f, type: 'text', text: 'Sightline demo' },
    { tag: 0x0110, type: 'text', text: facts.model },
    { tag: 0x0112, type: 'short', number: facts.orientation },
    { tag: 0x0132, type: 'text', text: time },
    { tag: 0x8769, type: 'long', number: 0 },
    ...(facts.point ? [{ tag: 0x8825, type: 'long', number: 0 } as const] : []),
  ]
  const gps: Value[] = facts.point
    ? [
        { tag: 1, type: 'text', text: facts.point[1] < 0 ? 'S' : 'N' },
        { tag: 2, type: 'ratio', ratios: toDegrees(facts.point[1]) },
        { tag: 3, type: 'text', text: facts.point[0] < 0 ? 'W' : 'E' },
        { tag: 4, type: 'ratio', ratios: toDegrees(facts.point[0]) },
      ]
    : []
  const mainAt = 8
  const photoAt = mainAt + encodeDirectory(main, mainAt).length
  const gpsAt = photoAt + encodeDirectory(photo, photoAt).length
  const linked = main.map((value): Value => {
    if (value.tag === 0x8769) return { tag: value.tag, type: 'long', number: photoAt }
    return value.tag === 0x8825 ? { tag: value.tag, type: 'long', number: gpsAt } : value
  })
  const tiff = Buffer.concat([
    Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, mainAt]),
    encodeDirectory(linked, mainAt),
    encodeDirectory(photo, photoAt),
    ...(gps.length > 0 ? [encodeDirectory(gps, gpsAt)] : []),
  ])
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** For tests: an entry of a zip, as other programs unpack it. */
export interface UnpackedEntry {
  name: string
  bytes: Buffer
  sha256: string
  /** Local time without a zone, such as "2026-11-20T08:15:30". */
  modified: string
}

/**
 * Unpacks a zip of uncompressed entries by its central directory, like other programs, and checks that local headers,
 * sizes and checksums agree with the directory.
 */
export function unpackZip(zip: Buffer): UnpackedEntry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  if (end < 0) throw new Error('no end of a central directory: this is no whole zip')
  const count = zip.readUInt16LE(end + 10)
  const entries: UnpackedEntry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`entry ${index} is no entry of a directory`)
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error(`entry ${index} is packed`)
    const checksum = zip.readUInt32LE(at + 16)
    const size = zip.readUInt32LE(at + 24)
    const nameLength = zip.readUInt16LE(at + 28)
    const skipped = zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    if (zip.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} has no local header`)
    const localName = zip.toString('utf8', local + 30, local + 30 + zip.readUInt16LE(local + 26))
    if (localName !== name) throw new Error(`${name} is ${localName} in its own header`)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    if (crc32(bytes) !== checksum) throw new Error(`${name} has another checksum`)
    entries.push({
      name,
      bytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      modified: readClockTime(zip.readUInt16LE(at + 14), zip.readUInt16LE(at + 12)),
    })
    at += 46 + nameLength + skipped
  }
  return entries
}

const pad = (value: number) => String(value).padStart(2, '0')

function readClockTime(date: number, time: number): string {
  const day = [1980 + (date >> 9), pad((date >> 5) & 15), pad(date & 31)].join('-')
  return `${day}T${[time >> 11, (time >> 5) & 63, (time & 31) * 2].map(pad).join(':')}`
}

/** Reads the rows of a CSV as objects, by column name. */
export function readCsv(text: string): Array<Record<string, string>> {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const plain = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < plain.length; at += 1) {
    const character = plain[at] ?? ''
    if (isQuoted && character === '"' && plain[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === ',' || character === '\n')) {
      rows.at(-1)?.push(cell.replace(/\r$/, ''))
      cell = ''
      if (character === '\n') rows.push([])
    } else cell += character
  }
  const [heads = [], ...lines] = rows.filter((row) => row.length > 0)
  return lines.map((line) => Object.fromEntries(heads.map((head, at) => [head, line[at] ?? ''])))
}
